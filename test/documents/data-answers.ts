import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { cacheFolder } from '../../crawler/process/cache-folder.ts'
import type { DataPlace, Snippet } from './data-snippets.ts'

const run = promisify(execFile)

/** Whether a program starts, with these arguments. */
async function starts(program: string, args: readonly string[]): Promise<boolean> {
  return run(program, args).then(
    () => true,
    () => false,
  )
}

interface Runner {
  readonly program: string
  readonly args: (code: string) => readonly string[]
  /** Why it is not here; false where it is. */
  readonly skip: string | false
}

async function runner(
  program: string,
  args: Runner['args'],
  { asked = ['--version'], missing }: { readonly asked?: readonly string[]; readonly missing: string },
): Promise<Runner> {
  return { program, args, skip: (await starts(program, asked)) ? false : missing }
}

/** Of the virtual environment of scripts/setup-data-tools.sh. */
const VENV_PYTHON = join(cacheFolder(), 'data-tools/bin/python')
const VENV = {
  asked: ['-c', 'import duckdb, pandas'],
  missing: 'there is no DuckDB or pandas: run scripts/setup-data-tools.sh',
}
const DUCKDB = 'import duckdb, sys\nfor row in duckdb.sql(sys.argv[1]).fetchall(): print(*row)'

/** How a snippet is run, by what it needs or else by its language. */
export const RUNNERS: Readonly<Record<string, Runner | undefined>> = {
  python: await runner('python3', (code) => ['-c', code], { missing: 'there is no python3 on this machine' }),
  r: await runner('Rscript', (code) => ['-e', code], { missing: 'there is no Rscript on this machine' }),
  sqlite: await runner('sqlite3', (code) => ['-separator', ' ', 'data/towline.sqlite', code], {
    missing: 'there is no sqlite3 on this machine',
  }),
  pandas: await runner(VENV_PYTHON, (code) => ['-c', code], VENV),
  duckdb: await runner(VENV_PYTHON, (code) => ['-c', DUCKDB, code], VENV),
}

/** Equal to the dashboard's, but for what CSV rounds: milliseconds to three decimals, results to six digits. */
export function assertShown(
  place: DataPlace,
  { question }: Snippet,
  printed: readonly (readonly string[])[],
): void {
  const shown = place.shown[question].toSorted()
  assert.equal(printed.length, shown.length, JSON.stringify(printed))
  printed.toSorted().forEach((words, line) => {
    shown[line]?.forEach((expected, i) => {
      if (typeof expected === 'string') assert.equal(words[i], expected)
      else
        assert.ok(
          Math.abs(Number(words[i]) / expected - 1) < 1e-5,
          `${words[i]} is printed, ${expected} is shown`,
        )
    })
  })
}
