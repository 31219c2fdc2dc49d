import { deployScript, ignored, manualPages } from "./common.ts";

/** A small ledger with tests of the standard library's runner. */
export const pythonProject: Readonly<Record<string, string>> = {
  ".gitignore": ignored,
  "README.md": "# ledger\n\n`python3 -m unittest` runs the tests.\n",
  "ledger/__init__.py": "",
  "ledger/book.py": `class Book:
    def __init__(self):
        self.entries = []

    def add(self, amount, note=""):
        self.entries.append((amount, note))

    def balance(self):
        return sum(amount for amount, _ in self.entries)
`,
  "ledger/parse.py": `def parse_line(line):
    amount, _, note = line.partition(" ")
    return float(amount), note.strip()
`,
  "ledger/settings.py": 'DATABASE_HOST = "localhost"\nDATABASE_PORT = 5432\nCURRENCY = "EUR"\n',
  "ledger/legacy.py": "def old_balance(entries):\n    return sum(entries)\n",
  "tests/__init__.py": "",
  "tests/test_book.py": `import unittest

from ledger.book import Book


class BookTest(unittest.TestCase):
    def test_balance(self):
        book = Book()
        book.add(5)
        book.add(-2)
        self.assertEqual(book.balance(), 3)


if __name__ == "__main__":
    unittest.main()
`,
  "tests/test_parse.py": `import unittest

from ledger.parse import parse_line


class ParseTest(unittest.TestCase):
    def test_amount_and_note(self):
        self.assertEqual(parse_line("12.5 coffee"), (12.5, "coffee"))
`,
  "scripts/deploy.sh": deployScript,
  ...manualPages("docs/manual", 12),
};
