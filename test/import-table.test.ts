import assert from 'node:assert/strict'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { test } from 'node:test'
import { importTargets } from './imports.ts'

const ROOT = resolve(import.meta.dirname, '..')

const BELOW_CLI = [
  ...[
    'advise',
    'fleet',
    'lab',
    'record',
    'crawler',
    'server',
    'db',
    'stats',
    'papers',
    'figures',
    'model',
    'har',
  ],
]
const ALL = ['bench', 'extension', 'cli', ...BELOW_CLI]

/** The import table of docs/architecture.md: folder → folders (or files) it may import from, types included. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  model: ['model'],
  har: ['har'],
  stats: ['stats', 'model'],
  papers: ['papers', 'stats', 'model'],
  figures: ['figures', 'model', 'har'],
  'crawler/metrics': ['crawler/metrics', 'model', 'har', 'stats'],
  db: ['db', 'model'],
  crawler: ['crawler', 'db', 'model', 'har', 'stats/rng.ts'],
  record: ['record', 'crawler', 'model', 'har', 'stats/median.ts'],
  lab: ['lab', 'record', 'crawler', 'db', 'model', 'har', 'stats/median.ts', 'stats/rng.ts'],
  advise: ['advise', 'lab', 'record', 'crawler', 'db', 'server/contract', 'stats', 'model', 'har'],
  fleet: ['fleet', 'crawler', 'db', 'model', 'har'],
  'server/contract': ['server/contract', 'figures', 'model', 'har'],
  server: ['server', 'db', 'stats', 'figures', 'model', 'har'],
  web: [
    ...['web', 'advise/advice-document.ts', 'advise/advice-words.ts', 'advise/gain-words.ts'],
    ...['advise/network-words.ts', 'server/contract', 'figures', 'model', 'har'],
  ],
  extension: [
    ...['extension', 'crawler/metrics', 'web/charts', 'web/dom', 'web/har'],
    ...['server/contract', 'figures', 'model', 'har'],
  ],
  cli: ['cli', 'web/advice', 'web/charts', 'web/dom', ...BELOW_CLI],
  bench: ALL,
  scripts: ['scripts', ...ALL],
}

/** `stats/` and metrics are pure; nothing of Node that talks to the outside or knows the time. */
const PURE = ['stats', 'crawler/metrics']

interface Import {
  readonly file: string
  readonly target: string
}

function sources(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name))
}

function importsOf(file: string): Import[] {
  return importTargets(readFileSync(join(ROOT, file), 'utf8')).map((target) => ({ file, target }))
}

function folderOf(file: string): string {
  const known = Object.keys(MAY_IMPORT).filter((folder) => file.startsWith(`${folder}/`))
  return known.sort((a, b) => b.length - a.length)[0] ?? file
}

const all = Object.keys(MAY_IMPORT)
  .filter((folder) => readdirSync(ROOT).includes(folder.split('/')[0] as string) && !folder.includes('/'))
  .flatMap(sources)
  .flatMap(importsOf)

/** Imports of our own files, by their paths from the root. */
const ours = all
  .filter(({ target }) => target.startsWith('.') && target.endsWith('.ts'))
  .map(({ file, target }) => ({ file, target: relative(ROOT, resolve(ROOT, dirname(file), target)) }))

test('the import table is read from real files', () => {
  assert.ok(all.length > 50, `only ${all.length} imports were found`)
})

test('imports go one way: every folder imports only what the table allows, types included', () => {
  const violations = ours.flatMap(({ file, target }) => {
    const allowed = MAY_IMPORT[folderOf(file)] ?? []
    const isAllowed = allowed.some((place) => target === place || target.startsWith(`${place}/`))
    return isAllowed ? [] : [`${file} imports ${target}`]
  })
  assert.deepEqual(violations, [])
})

test('no files, and no folders, import each other in a circle', () => {
  assert.deepEqual(circles(ours), [])
  const folders = ours.map(({ file, target }) => ({ file: dirname(file), target: dirname(target) }))
  assert.deepEqual(circles(folders.filter(({ file, target }) => file !== target)), [])
})

test('no modules of a program in Rust use each other in a circle, but for their tests', () => {
  const modules = globSync('lab/{*/program,stacks/*}/src/*.rs', { cwd: ROOT })
  assert.ok(modules.length > 80, `only ${modules.length} modules were found`)
  const uses = modules.flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(/\bcrate::(\w+)/g)].map(([, name = '']) => ({
      file,
      target: join(dirname(file), `${name}.rs`),
    })),
  )
  assert.deepEqual(circles(uses.filter(({ target }) => modules.includes(target))), [])
})

test('a circle is found, however long it is', () => {
  const edges = ['ab', 'bc', 'cd', 'db', 'de'].map(([file = '', target = '']) => ({ file, target }))
  assert.deepEqual(circles(edges), [['b', 'c', 'd']])
})

/** Groups of nodes that reach each other: Tarjan's strongly connected components of more than one node. */
function circles(edges: readonly { readonly file: string; readonly target: string }[]): string[][] {
  const targets = Map.groupBy(edges, ({ file }) => file)
  const order = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const found: string[][] = []
  const visit = (node: string): number => {
    order.set(node, order.size)
    low.set(node, order.size - 1)
    stack.push(node)
    for (const { target } of targets.get(node) ?? []) {
      const reached = order.has(target)
        ? stack.includes(target)
          ? order.get(target)
          : undefined
        : visit(target)
      if (reached !== undefined) low.set(node, Math.min(low.get(node) ?? 0, reached))
    }
    if (low.get(node) === order.get(node)) {
      const group = stack.splice(stack.indexOf(node))
      if (group.length > 1) found.push(group.toSorted())
    }
    return low.get(node) ?? 0
  }
  for (const node of targets.keys()) if (!order.has(node)) visit(node)
  return found
}

test('statistics and metrics import nothing of Node: no database, network or clock', () => {
  const violations = all
    .filter(({ file, target }) => PURE.includes(folderOf(file)) && target.startsWith('node:'))
    .map(({ file, target }) => `${file} imports ${target}`)
  assert.deepEqual(violations, [])
})

test('the contract imports nothing but zod, figures/, model/ and har/, so that the dashboard can use its types', () => {
  const own = all.filter(({ file }) => file.startsWith('server/contract/'))
  const violations = own
    .filter(
      ({ target }) =>
        target !== 'zod' && !/^(\.|\.\.\/\.\.\/(?:figures|model|har))\/[\w-]+\.ts$/.test(target),
    )
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

test('nothing in server/ opens a connection or resolves a name (safety.md ING-13)', () => {
  const client =
    /\bfetch\(|\bhttps?\.(?:get|request)\(|\bcreateConnection\(|\bnew (?:net\.)?Socket\(|\.connect\(/
  const modules = /^(?:node:(?:dgram|dns|http2|https|tls)|undici|axios|got)\b/
  const calling = sources('server').filter((file) => client.test(readFileSync(join(ROOT, file), 'utf8')))
  const importing = all.filter(({ file, target }) => file.startsWith('server/') && modules.test(target))
  assert.deepEqual([...calling, ...importing.map(({ file }) => file)], [])
})
