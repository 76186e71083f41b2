import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { parseLink } from '../../../lab/link/condition/parse.ts'
import { SandboxUnavailable } from '../../../lab/process/unavailable.ts'
import { openSandbox, type Sandbox, type SandboxOptions } from '../../../lab/sandbox/open.ts'
import { curl, inside } from '../../end-to-end/sandbox/inside.ts'
import { descendantsOf } from '../../servers/descendants.ts'
import { AS_NOBODY, whyNotNobody } from '../../servers/nobody.ts'
import { testFolder } from '../../test-folder.ts'
import { whyNoLink } from '../link/why-no-link.ts'

const ROOT = join(import.meta.dirname, '../../..')
const asRoot = process.geteuid?.() === 0
/** Why no test can run as another user than the others. */
const whyNoOther = asRoot ? whyNotNobody : 'the other tests run without root already'
/** Longest that clearing up may take, on a machine that is busy beyond reason. */
const GONE_MS = 30_000

const workDir = testFolder()
before(async () => {
  // For the test that runs as somebody else.
  await chmod(workDir, 0o777)
})

/** Processes of this machine that work in a folder below `workDir`. */
async function processesOfOurs(): Promise<string[]> {
  const found: string[] = []
  for (const pid of await readdir('/proc')) {
    if (!/^\d+$/.test(pid)) continue
    // A process that has just ended has no command line any more.
    const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    if (commandLine.includes(workDir) && Number(pid) !== process.pid)
      found.push(commandLine.replaceAll('\0', ' '))
  }
  return found
}

/** A process that has ended stays in the table until its parent asks for its exit code. */
function isRunning(pid: number): boolean {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return !fields.slice(fields.lastIndexOf(')')).startsWith(') Z')
  } catch {
    // It is not there any more.
    return false
  }
}

function namespaces(): string[] {
  return spawnSync('ip', ['netns', 'list'], { encoding: 'utf8' })
    .stdout.split('\n')
    .filter((line) => line !== '')
}

/** Waits until this is so, or for long enough. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + GONE_MS
  while (!(await holds()) && performance.now() < end) await delay(50)
}

async function assertNothingIsLeft(id: string): Promise<void> {
  let left: string[] = []
  await until(async () => {
    left = [
      ...(await processesOfOurs()),
      ...namespaces().filter((name) => name.includes(id)),
      ...(await readdir(workDir)).filter((name) => !name.endsWith('.ts')),
    ]
    return left.length === 0
  })
  assert.deepEqual(left, [])
}

/** A program that opens a sandbox, says `{ id, pid }` of it and its supervisor, and waits. */
async function openElsewhere(
  prefix: readonly string[] = [],
  options: SandboxOptions = {},
): Promise<{ program: ChildProcess; id: string; pid: number }> {
  const source = `
    const { openSandbox } = await import(${JSON.stringify(join(ROOT, 'lab/sandbox/open.ts'))})
    const { readFileSync } = await import('node:fs')
    const { join } = await import('node:path')
    const sandbox = await openSandbox(${JSON.stringify({ workDir, ...options })})
    const state = JSON.parse(readFileSync(join(sandbox.listFile, '../state.json'), 'utf8'))
    console.log(JSON.stringify({ id: sandbox.id, pid: state.pid }))
    setInterval(() => {}, 1000)`
  const [command = '', ...rest] = [...prefix, process.execPath, '--input-type=module', '-e', source]
  const program = spawn(command, rest, { stdio: ['ignore', 'pipe', 'inherit'] })
  const early = once(program, 'exit').then(([code]) => assert.fail(`it ended (${code}) instead of opening`))
  const [line] = (await Promise.race([once(program.stdout, 'data'), early])) as [Buffer]
  // From here on its end is the test's business.
  early.catch(() => {})
  return { program, ...(JSON.parse(line.toString()) as { id: string; pid: number }) }
}

describe('a sandbox that is open', () => {
  let sandbox: Sandbox
  before(async () => {
    sandbox = await openSandbox({ workDir, sites: 300, accessLog: true })
  })
  after(() => sandbox?.[Symbol.asyncDispose]())

  test('the list file has rank and domain of every site', async () => {
    const lines = (await readFile(sandbox.listFile, 'utf8')).trimEnd().split('\n')
    assert.deepEqual(
      lines,
      sandbox.sites.map((site, index) => `${index + 1},${site.domain}`),
    )
    assert.equal(lines.length, 300)
  })

  test('a command in the sandbox sees nothing of the machine’s network', async () => {
    const { stdout } = await inside(sandbox, 'ip', '-brief', 'link')
    assert.deepEqual(
      stdout
        .trim()
        .split('\n')
        .map((line) => line.split(/[\s@]/)[0]),
      ['lo', 'towline0'],
    )
  })

  test('a command in the sandbox dies with the program that started it', async () => {
    const marker = join(workDir, 'marker')
    const [command = '', ...rest] = sandbox.command(['sh', '-c', `: ${marker}; sleep 60 & wait`])
    const source = `require('node:child_process').spawn(${JSON.stringify(command)}, ${JSON.stringify(rest)}, { stdio: 'ignore' }).once('spawn', () => console.log('up'))`
    const program = spawn(process.execPath, ['-e', source], { stdio: ['ignore', 'pipe', 'inherit'] })
    await once(program.stdout, 'data')
    const alive = async () => (await processesOfOurs()).some((line) => line.startsWith('sh -c'))
    await until(async () => (await processesOfOurs()).some((line) => line.startsWith('sh -c : ')))
    program.kill('SIGKILL')
    await until(async () => !(await alive()))
    assert.equal(await alive(), false)
  })

  test('another is up at the same time, at the same addresses and with its own servers', async () => {
    await using two = await openSandbox({ workDir, accessLog: true })
    assert.notEqual(sandbox.id, two.id)
    for (const one of [sandbox, two, two])
      assert.match((await curl(one, 'https://h2-nginx.test/')).stderr, /^2 200 /m)
    assert.deepEqual([(await sandbox.requests()).length, (await two.requests()).length], [1, 2])
  })

  // The last one.
  test('leaves no process, namespace or folder when it is closed', async () => {
    assert.ok((await processesOfOurs()).length > 0)
    await sandbox[Symbol.asyncDispose]()
    await assertNothingIsLeft(sandbox.id)
  })
})

for (const [who, prefix] of [
  ['the program that opened it', []],
  ['such a program without root', AS_NOBODY],
] as const)
  test(`kill -9 of ${who} leaves no process, namespace or folder, of its link neither`, {
    skip: whyNoLink() || (prefix === AS_NOBODY && whyNoOther),
  }, async () => {
    const before = namespaces()
    const link = parseLink('rtt=10ms,down=10,loss=0.1')
    const { program, id, pid } = await openElsewhere(prefix, { link })
    if (prefix === AS_NOBODY) {
      // It works in a user namespace.
      assert.deepEqual(
        namespaces().filter((name) => name.includes(id)),
        [],
      )
      const map = await readFile(`/proc/${pid}/uid_map`, 'utf8')
      assert.equal(map.trim().split(/\s+/).join(' '), '0 65534 1')
    }
    const family = descendantsOf(program.pid ?? 0)
    assert.ok(family.length > 8)
    program.kill('SIGKILL')
    await assertNothingIsLeft(id)
    const alive = () => family.filter(isRunning)
    await until(async () => alive().length === 0)
    assert.deepEqual(alive(), [])
    // Other tests may have sandboxes of their own at this moment.
    const news = namespaces().filter((name) => !before.includes(name) && !name.startsWith('towline-'))
    assert.deepEqual(news, [])
  })

test('kill -9 of the supervisor ends every server at once, and the next sandbox clears up the rest', async () => {
  const { program, id, pid } = await openElsewhere()
  process.kill(pid, 'SIGKILL')
  const serving = async () =>
    (await processesOfOurs()).some((line) => /nginx|caddy|apache|dnsmasq|lighttpd|zoo/.test(line))
  await until(async () => !(await serving()))
  assert.equal(await serving(), false)
  // A process without memory has no command line, and yet may not have ended.
  await until(async () => !isRunning(pid))
  program.kill('SIGKILL')
  assert.ok((await readdir(workDir)).includes(id))
  await using next = await openSandbox({ workDir })
  assert.deepEqual(await readdir(workDir), [next.id])
  assert.deepEqual(
    namespaces().filter((name) => name.includes(id)),
    [],
  )
})

test('aborting while a sandbox is being opened rejects with the reason and leaves nothing', async () => {
  // A step that does not end, so that it cannot have been opened before: configuring a namespace that was just made.
  await using path = await programInstead(
    'ip',
    `case "$*" in *-batch*) echo "$2" >"$0.begun"; exec sleep 3600;; esac; PATH='${process.env.PATH}' exec ip "$@"`,
  )
  const stop = new AbortController()
  const opening = openSandbox({ workDir, signal: stop.signal })
  await Promise.race([opening, until(async () => (await readdir(path.folder)).includes('ip.begun'))])
  stop.abort(new Error('enough'))
  await assert.rejects(opening, /enough/)
  assert.deepEqual(await readdir(workDir), [])
  const configured = (await readFile(join(path.folder, 'ip.begun'), 'utf8')).trim()
  assert.match(configured, /^towline-/)
  assert.ok(!namespaces().some((name) => name.startsWith(configured)))
})

test('without its servers it says what to run', async () => {
  const empty = testFolder()
  await assert.rejects(openSandbox({ workDir, cacheDir: empty }), (error) => {
    assert.ok(error instanceof SandboxUnavailable)
    assert.equal(error.exitCode, 69)
    assert.match(error.message, /is missing: run scripts\/setup-sandbox\.sh/)
    return true
  })
})

test('where namespaces are not allowed it says what is missing', async () => {
  // A kernel that forbids them cannot be had in a test: the program that makes them says what it says there.
  await using _ = await programInstead(
    'unshare',
    'echo "unshare: unshare failed: Operation not permitted" >&2; exit 1',
  )
  await assert.rejects(openSandbox({ workDir }), (error) => {
    assert.ok(error instanceof SandboxUnavailable)
    assert.match(error.message, asRoot ? /CAP_SYS_ADMIN/ : /max_user_namespaces/)
    return true
  })
})

/** Puts a script of the shell in the place of a program, for what is started from here. */
async function programInstead(name: string, script: string): Promise<{ folder: string } & AsyncDisposable> {
  const folder = await mkdtemp(join(tmpdir(), 'towline-path-'))
  const path = process.env.PATH
  await writeFile(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  process.env.PATH = `${folder}:${path}`
  return {
    folder,
    async [Symbol.asyncDispose]() {
      process.env.PATH = path
      await rm(folder, { recursive: true, force: true })
    },
  }
}
