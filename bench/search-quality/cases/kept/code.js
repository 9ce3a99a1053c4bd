// KEPT AWAY: whoever works on the search must not look at these questions and files; they are for the final figure only.

/** Names that only programs have. */
export const code = [
  {
    class: 'identifier',
    ask: 'renderLedgerRow',
    file: 'Code/coinbook/src/rows.tsx',
    is: {
      raw: "import { money } from './money.ts';\n\n/** One line of the book. */\nexport function renderLedgerRow(entry: Entry) {\n  return <tr><td>{entry.day}</td><td>{money(entry.amount)}</td></tr>;\n}\n",
    },
    others: {
      'Code/coinbook/src/page.tsx': {
        raw: "import { renderLedgerRow } from './rows.tsx';\n\nexport const page = (entries: Entry[]) => <table>{entries.map(renderLedgerRow)}</table>;\n",
      },
      'Code/coinbook/dist/app.min.js': {
        raw: `!function(){function renderLedgerRow(e){return e}${'renderLedgerRow(e);'.repeat(50)}}();\n`,
      },
      'Code/coinbook/NOTES.md': {
        raw: '# Notes\n\n- renderLedgerRow is slow with more than 1000 rows\n- rename renderLedgerRow?\n',
      },
    },
    near: 'ledger row',
  },
  {
    class: 'identifier',
    ask: 'load_fixture_tree',
    file: 'Code/seedling/tests/helpers/fixtures.py',
    is: {
      raw: 'from pathlib import Path\n\n\ndef load_fixture_tree(name):\n    """All files of a fixture, by their paths."""\n    root = Path(__file__).parent / name\n    return {str(p.relative_to(root)): p.read_text() for p in root.rglob("*.txt")}\n\n\n__all__ = ["load_fixture_tree"]\n',
    },
    others: {
      'Code/seedling/tests/test_grow.py': {
        raw: 'from .helpers.fixtures import load_fixture_tree\n\n\ndef test_grow():\n    assert load_fixture_tree("oak")\n',
      },
      'Code/seedling/tests/test_prune.py': {
        raw: 'from .helpers.fixtures import load_fixture_tree\n\n\ndef test_prune():\n    assert not load_fixture_tree("ash").get("leaf")\n',
      },
      'Code/seedling/build/reports/junit.xml': {
        raw: `<testsuite>\n${'  <testcase name="load_fixture_tree" time="0.1"/>\n'.repeat(25)}</testsuite>\n`,
      },
    },
    near: 'fixture tree',
  },
  {
    class: 'identifier',
    ask: 'KilnScheduler',
    file: 'Code/firing/src/KilnScheduler.java',
    is: {
      raw: 'package firing;\n\npublic final class KilnScheduler {\n  private final Clock clock;\n\n  public KilnScheduler(Clock clock) {\n    this.clock = clock;\n  }\n}\n',
    },
    others: {
      'Code/firing/src/Main.java': {
        raw: 'package firing;\n\npublic final class Main {\n  public static void main(String[] args) {\n    KilnScheduler scheduler = new KilnScheduler(new Clock());\n    KilnScheduler other = new KilnScheduler(new Clock());\n  }\n}\n',
      },
      'Code/firing/target/classes/index.txt': { raw: `${'firing.KilnScheduler\n'.repeat(15)}` },
      'Code/firing/README.md': { raw: '# firing\n\nThe kiln scheduler (KilnScheduler) turns the kiln on at night.\n' },
    },
    near: 'kiln scheduler',
  },
  {
    class: 'identifier',
    ask: 'DEFAULT_GRAIN_SIZE',
    file: 'Code/granular/src/constants.rs',
    is: {
      raw: '/// Samples of one grain, unless told.\npub const DEFAULT_GRAIN_SIZE: usize = 2048;\n\npub const MOST_GRAINS: usize = 64;\n',
    },
    others: {
      'Code/granular/src/engine.rs': {
        raw: 'use crate::constants::DEFAULT_GRAIN_SIZE;\n\npub fn engine() -> Engine {\n    Engine::new(DEFAULT_GRAIN_SIZE)\n}\n',
      },
      'Code/granular/target/debug/deps.d': { raw: `${'constants.rs: DEFAULT_GRAIN_SIZE\n'.repeat(20)}` },
      'Code/granular/CHANGELOG.md': { raw: '# Changes\n\n- the default grain size (DEFAULT_GRAIN_SIZE) is 2048 now\n' },
    },
    near: 'grain size',
  },
];
