import { basename } from 'node:path'

/**
 * Names files and folders where others see it: the last part of each path, numbered where several are called the same. Nothing
 * is said of where on the machine they are.
 * @param paths each as often as it likes
 */
export function publicNames(paths: readonly string[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  const taken = new Set<string>()
  for (const path of new Set(paths)) {
    const last = basename(path)
    let name = last
    for (let n = 2; taken.has(name); n += 1) name = `${last}-${n}`
    taken.add(name)
    names.set(path, name)
  }
  return names
}
