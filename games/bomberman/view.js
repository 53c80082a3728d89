// drawn by the page
