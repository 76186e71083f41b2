import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { findBrowser } from '../../../crawler/probe/browser/find-browser.ts'
import type { LoadFailure } from '../../../crawler/probe/load/failure-of.ts'
import type { BrowserSandbox, SandboxDemand } from '../../../crawler/process/browser-sandbox.ts'
import { temporaryFolder, towline } from '../../cli/towline.ts'
import { noBrowser } from '../probe/browser/probe-browser.ts'

const CLIENT = join(import.meta.dirname, 'sandbox-client.ts')

const DEBIANS_PROGRAM = '/usr/lib/chromium/chromium'

const isRoot = process.geteuid?.() === 0
const forRoot = isRoot ? noBrowser : 'only root can become another user'
/** Chromium needs user namespaces, or a helper that is root's. */
const confined =
  spawnSync('unshare', ['--user', 'true']).status === 0 ? noBrowser : 'no user namespaces are allowed here'

/** A user namespace in which no further one can be made: a machine without them, as Chromium sees it. */
const WITHOUT_NAMESPACES = [
  'unshare',
  '--user',
  '--map-root-user',
  'sh',
  '-ec',
  'echo 0 > /proc/sys/user/max_user_namespaces; exec "$@"',
  'sh',
]

interface Said {
  readonly failure?: LoadFailure | null
  readonly sandbox?: BrowserSandbox | null
  readonly uids?: readonly number[]
  readonly error?: string
}

const ON = {
  ...{ on: true, unprivileged: true, seccompFilter: true },
  ...{ noNewPrivileges: true, ownNamespaces: true },
}

async function loadUnder(
  under: readonly string[],
  demand: SandboxDemand,
  env: NodeJS.ProcessEnv = {},
): Promise<Said> {
  const [program = '', ...rest] = [...under, process.execPath, CLIENT, demand]
  const child = spawn(program, rest, {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  })
  if (under === ALL_IDS) await mapAllIds(child.pid ?? 0)
  child.stdin.end('\n')
  return JSON.parse(await text(child.stdout)) as Said
}

/** Root in a user namespace that has every id, and in which no further one can be made: waits until it is mapped. */
const ALL_IDS = [
  'unshare',
  '--user',
  'sh',
  '-ec',
  // Only a program that is started once the ids are there has the rights of root.
  'read -r mapped; exec sh -ec "$0" sh "$@"',
  'echo 0 > /proc/sys/user/max_user_namespaces; exec "$@"',
]

async function mapAllIds(pid: number): Promise<void> {
  for (const kind of ['uid', 'gid']) {
    // The namespace is there once the program has made it.
    for (let tries = 0; ; tries += 1) {
      try {
        await writeFile(`/proc/${pid}/${kind}_map`, '0 0 4294967295')
        break
      } catch (error) {
        if (tries === 1_000) throw error
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
    }
  }
}

test('as root a page is loaded by processes of a user of their own, inside Chromium’s sandbox', {
  skip: forRoot || confined,
}, async () => {
  const { failure, sandbox, uids } = await loadUnder([], 'required')
  assert.equal(failure, null)
  assert.deepEqual(sandbox, ON)
  assert.equal(uids?.length, 1)
  assert.ok((uids?.[0] ?? 0) >= 65_000, `user id ${uids}`)
})

/** Runs as nobody, with folders of its own. */
async function loadAsNobody(t: TestContext, under: readonly string[]): Promise<Said> {
  const home = await mkdtemp(join(tmpdir(), 'tl-'))
  t.after(() => rm(home, { recursive: true, force: true }))
  await chmod(home, 0o777)
  const nobody = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', '--']
  return await loadUnder([...nobody, ...under], 'required', { HOME: home, TMPDIR: home })
}

test('without root Chromium has its sandbox', { skip: forRoot || confined }, async (t) => {
  const { failure, sandbox, uids } = await loadAsNobody(t, [])
  assert.deepEqual({ failure, sandbox, uids }, { failure: null, sandbox: ON, uids: [65_534] })
})

test('it has it where its user is root of a user namespace, and of no other id', {
  skip: forRoot || confined,
}, async (t) => {
  const { failure, sandbox } = await loadAsNobody(t, ['unshare', '--user', '--map-root-user'])
  assert.deepEqual({ failure, sandbox }, { failure: null, sandbox: ON })
})

test('where no user namespace can be made a browser that needs its sandbox does not start', {
  skip: confined,
}, async () => {
  const trials = isRoot ? [WITHOUT_NAMESPACES, ALL_IDS] : [WITHOUT_NAMESPACES]
  for (const under of trials)
    assert.equal((await loadUnder(under, 'required')).error, 'NoBrowserSandbox', under.join(' '))
})

test('one that only prefers it starts, and says that it is off', { skip: confined }, async () => {
  for (const under of isRoot ? [WITHOUT_NAMESPACES, ALL_IDS] : [WITHOUT_NAMESPACES]) {
    const { failure, sandbox, uids } = await loadUnder(under, 'preferred')
    assert.equal(failure, null)
    assert.deepEqual([sandbox?.on, sandbox?.seccompFilter], [false, false], under.join(' '))
    if (under === ALL_IDS) assert.ok(sandbox?.unprivileged && !uids?.includes(0), 'another user all the same')
  }
})

test('a live run without a sandbox is refused in one line, before anything is visited', {
  skip: confined,
}, async () => {
  await using folder = await temporaryFolder()
  const env = {
    ...(process.env.PUPPETEER_EXECUTABLE_PATH && {
      PUPPETEER_EXECUTABLE_PATH: process.env.PUPPETEER_EXECUTABLE_PATH,
    }),
  }
  const run = (more: readonly string[]) =>
    towline(['probe', '--sites', 'a.example', '--no-capture', '--unconfined', ...more], {
      cwd: folder.path,
      env,
      under: ['unshare', '--user', '--map-root-user', '--net', ...WITHOUT_NAMESPACES.slice(3)],
    })
  const { code, stdout, stderr } = await run([])
  assert.deepEqual(
    { code, stdout, lines: stderr.trim().split('\n').length },
    { code: 69, stdout: '', lines: 1 },
    stderr,
  )
  assert.match(stderr, /^towline: this machine allows Chromium no sandbox.*--unsafe-no-sandbox/)
  const unsafe = await run(['--unsafe-no-sandbox'])
  assert.doesNotMatch(unsafe.stderr, /sandbox: it has no user namespaces/, 'it gets as far as the network')
})

test('a Chromium below a folder that only root may enter is started all the same, as another user', {
  skip: forRoot || confined,
}, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'tl-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  // Debian's program on the PATH is a script that starts this one.
  const program = [DEBIANS_PROGRAM, await realpath(findBrowser() ?? '')].find(existsSync) ?? ''
  const under = ['unshare', '--mount', '--propagation', 'private', 'sh', '-ec']
  const mount = 'mount --bind -- "$1" "$2" && shift 2 && exec "$@"'
  const { failure, sandbox, uids } = await loadUnder(
    [...under, mount, 'sh', dirname(program), folder],
    'required',
    { PUPPETEER_EXECUTABLE_PATH: join(folder, basename(program)) },
  )
  assert.deepEqual({ failure, sandbox }, { failure: null, sandbox: ON })
  assert.ok(!uids?.includes(0))
})
