import { readFileSync } from 'node:fs'

/**
 * The reasons for which tests may be skipped on a machine, from a file with one regular expression a line; `#` starts a
 * comment. Null, and so every reason is expected, without a file.
 */
export function readExpectedSkips(path: string | undefined): readonly RegExp[] | null {
  if (path === undefined || path === '') return null
  return readFileSync(path, 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => new RegExp(line))
}
