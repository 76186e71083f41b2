import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** What a module imports and exports from, as it is written there: types and dynamic imports of a literal included. */
export function importTargets(text: string): string[] {
  const patterns = [
    /^\s*(?:import|export)\s+[^'";]*?from\s+'([^']+)'/gm,
    /\bimport\(\s*'([^']+)'/g,
    /^import\s+'([^']+)'/gm,
  ]
  return patterns.flatMap((pattern) => Array.from(text.matchAll(pattern), ([, target = '']) => target))
}

/** The text of a module of ours and of all modules of ours that it imports, by their absolute paths. */
export function importedSources(module: string): Map<string, string> {
  const sources = new Map<string, string>()
  const visit = (file: string): void => {
    if (sources.has(file)) return
    const text = readFileSync(file, 'utf8')
    sources.set(file, text)
    for (const target of importTargets(text))
      if (target.startsWith('.') && target.endsWith('.ts')) visit(resolve(dirname(file), target))
  }
  visit(resolve(module))
  return sources
}
