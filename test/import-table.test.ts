import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { test } from 'node:test'

const ROOT = resolve(import.meta.dirname, '..')

/** The import table of docs/architecture.md: folder → folders (or files) it may import values from. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  model: ['model'],
  har: ['har'],
  stats: ['stats', 'model'],
  'crawler/metrics': ['crawler/metrics', 'model', 'har', 'stats'],
  db: ['db', 'model'],
  crawler: ['crawler', 'db', 'model', 'har', 'stats/rng.ts'],
  lab: ['lab', 'crawler', 'db', 'model', 'har', 'stats/rng.ts'],
  'server/contract': ['server/contract', 'model', 'har'],
  server: ['server', 'db', 'stats', 'model', 'har'],
  web: ['web', 'server/contract', 'model', 'har'],
  extension: [
    ...['extension', 'crawler/metrics', 'web/charts', 'web/dom', 'server/contract', 'model', 'har'],
  ],
  cli: ['cli', 'lab', 'crawler', 'server', 'db', 'stats', 'model', 'har'],
  bench: ['bench', 'extension', 'cli', 'lab', 'crawler', 'server', 'db', 'stats', 'model', 'har'],
  scripts: ['bench', 'extension', 'cli', 'lab', 'crawler', 'server', 'db', 'stats', 'model', 'har'],
}

/** `stats/` and metrics are pure; nothing of Node that talks to the outside or knows the time. */
const PURE = ['stats', 'crawler/metrics']

interface Import {
  readonly file: string
  readonly target: string
  readonly typeOnly: boolean
}

function sources(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name))
}

function importsOf(file: string): Import[] {
  const text = readFileSync(join(ROOT, file), 'utf8')
  const found: Import[] = []
  for (const match of text.matchAll(/^\s*(?:import|export)\s+(type\s)?[^'";]*?from\s+'([^']+)'/gm)) {
    found.push({ file, target: match[2] as string, typeOnly: match[1] !== undefined })
  }
  for (const match of text.matchAll(/\bimport\(\s*'([^']+)'/g)) {
    found.push({ file, target: match[1] as string, typeOnly: false })
  }
  for (const match of text.matchAll(/^import\s+'([^']+)'/gm)) {
    found.push({ file, target: match[1] as string, typeOnly: false })
  }
  return found
}

function folderOf(file: string): string {
  const known = Object.keys(MAY_IMPORT).filter((folder) => file.startsWith(`${folder}/`))
  return known.sort((a, b) => b.length - a.length)[0] ?? file
}

const all = Object.keys(MAY_IMPORT)
  .filter((folder) => readdirSync(ROOT).includes(folder.split('/')[0] as string) && !folder.includes('/'))
  .flatMap(sources)
  .flatMap(importsOf)

test('the import table is read from real files', () => {
  assert.ok(all.length > 50, `only ${all.length} imports were found`)
})

test('imports go one way: every folder imports only what the table allows', () => {
  const violations: string[] = []
  for (const { file, target, typeOnly } of all) {
    if (!target.startsWith('.') || !target.endsWith('.ts') || typeOnly) continue
    const resolved = relative(ROOT, resolve(ROOT, dirname(file), target))
    const allowed = MAY_IMPORT[folderOf(file)] ?? []
    if (!allowed.some((place) => resolved === place || resolved.startsWith(`${place}/`))) {
      violations.push(`${file} imports ${resolved}`)
    }
  }
  assert.deepEqual(violations, [])
})

test('statistics and metrics import nothing of Node: no database, network or clock', () => {
  const violations = all
    .filter(({ file, target }) => PURE.includes(folderOf(file)) && target.startsWith('node:'))
    .map(({ file, target }) => `${file} imports ${target}`)
  assert.deepEqual(violations, [])
})

test('the contract imports nothing but zod, model/ and har/, so that the dashboard can use its types', () => {
  const own = all.filter(({ file }) => file.startsWith('server/contract/'))
  const violations = own
    .filter(({ target }) => target !== 'zod' && !/^(\.|\.\.\/\.\.\/(?:model|har))\/[\w-]+\.ts$/.test(target))
    .map(({ file, target }) => `${file} imports ${target}`)
  assert.ok(own.length > 20)
  assert.deepEqual(violations, [])
})

test('nothing imports scripts', () => {
  const violations = all.filter(({ target }) => /(^|\/)scripts\//.test(target)).map(({ file }) => file)
  assert.deepEqual(violations, [])
})

test('docs/architecture.md has this table', () => {
  const page = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8')
  const rows =
    page
      .split('\n## Imports\n')[1]
      ?.split('\n## ')[0]
      ?.matchAll(/^\| `([^`]+)` \| (.+) \|$/gm) ?? []
  const documented = [...rows].map(([, folder = '', allowed = '']) => [
    folder,
    [...allowed.matchAll(/`([^`]+)`/g)].map(([, name]) => name),
  ])
  const enforced = Object.entries(MAY_IMPORT).map(([folder, allowed]) => [
    folder,
    allowed.filter((name) => name !== folder),
  ])
  assert.deepEqual(documented, enforced)
})
