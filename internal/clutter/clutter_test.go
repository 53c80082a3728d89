package clutter

import "testing"

func TestClutter(t *testing.T) {
	for _, name := range []string{
		"._tron.py", "._.DS_Store", ".DS_Store", ".ds_store", "Thumbs.db", "thumbs.db", "ehthumbs_vista.db", "Desktop.ini", "bot.py~",
		"#bot.py#", ".#bot.py",
		".bot.py.swp", ".bot.py.swo", "~$notes.docx", ".~lock.notes.odt#", ".directory", "Icon\r", "bot.py.___jb_tmp___",
	} {
		if !File(name) || !Any(name) {
			t.Errorf("the file %q is not clutter", name)
		}
	}
	for _, name := range []string{"__MACOSX", ".git", ".idea", ".vscode", "__pycache__", ".Trashes", "$RECYCLE.BIN",
		"System Volume Information", ".venv", "@eaDir"} {
		if !Folder(name) || !Any(name) {
			t.Errorf("the folder %q is not clutter", name)
		}
	}
	if Folder("node_modules") || !Any("node_modules") {
		t.Error("node_modules is part of a bot, and no bot")
	}
	for _, name := range []string{"tron.py", "_tron.py", "__init__.py", ".config.json", "bot.swp.py", "a~b.py", "#1.py", "weights.db",
		".env", "swap.sw", "bot.bak", ".author-Ann"} {
		if Any(name) {
			t.Errorf("%q is clutter", name)
		}
	}
}
