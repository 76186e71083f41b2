import { sep } from 'node:path'

/**
 * The shortest ends of paths that tell these folders apart, all of the same depth: what is stored and shown says nothing
 * of where on the machine they are, and is the same from every folder.
 */
export function folderNames(folders: readonly string[]): string[] {
  const parts = folders.map((folder) => folder.split(sep).filter(Boolean))
  const deepest = Math.max(1, ...parts.map(({ length }) => length))
  for (let depth = 1; depth <= deepest; depth += 1) {
    const names = parts.map((each) => each.slice(-depth).join('/'))
    if (new Set(names).size === names.length) return names
  }
  return [...folders]
}
