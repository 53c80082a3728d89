// The pages of a long list: without JavaScript all rows are on one page.

const ROWS = 100;

/** Pager shows a list by pages of rows. The rows that a filter left out stay hidden. */
export class Pager {
  /** @param {HTMLElement} nav @param {HTMLTableElement} table */
  constructor(nav, table) {
    this.nav = nav;
    this.table = table;
    this.page = 0;
    [this.before, this.now, this.after] = ["#page-before", "#page-now", "#page-after"].map(id => nav.querySelector(id));
    this.before.onclick = () => this.turn(this.page - 1);
    this.after.onclick = () => this.turn(this.page + 1);
  }

  /** Shows the first page of these rows. @param {HTMLTableRowElement[]} rows */
  show(rows) {
    this.rows = rows;
    this.page = 0;
    this.draw();
  }

  turn(page) {
    this.page = page;
    this.draw();
    this.table.scrollIntoView();
  }

  draw() {
    const from = this.page * ROWS, to = Math.min(from + ROWS, this.rows.length);
    this.rows.forEach((row, i) => { row.hidden = i < from || i >= to; });
    this.nav.hidden = this.rows.length <= ROWS;
    this.now.textContent = `${from + 1}–${to} of ${this.rows.length}`;
    this.before.disabled = from === 0;
    this.after.disabled = to === this.rows.length;
  }
}
