import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Each is read before the first load, and each needs a block of rounds. */
const MOST_GRAPHS = 100

/**
 * The files of a page's graphs: `path` itself, or all `*.json` directly in it where it is a folder, 2.json before 10.json.
 * @throws RangeError where a folder has none, or more than 100
 */
export function graphFiles(path: string): readonly [string, ...string[]] {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return [path]
  const names = readdirSync(path, { withFileTypes: true }).flatMap((entry) =>
    entry.name.endsWith('.json') && !entry.isDirectory() ? entry.name : [],
  )
  // Sorted twice: names that count as equal, such as 1.json and 01.json, are to have one order on every machine.
  const [first, ...others] = names.toSorted().toSorted(new Intl.Collator('en', { numeric: true }).compare)
  if (first === undefined)
    throw new RangeError(`${path}: no graph (*.json) is in this folder: towline graph make writes them`)
  if (names.length > MOST_GRAPHS)
    throw new RangeError(`${path}: ${names.length} graphs of one page, more than ${MOST_GRAPHS}`)
  return [join(path, first), ...others.map((name) => join(path, name))]
}
