import assert from 'node:assert/strict'
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { CHECK_LEASE_MS } from '../../../cli/checks/work-on-check.ts'
import { ENTRY } from '../../../cli/options/entry.ts'
import { cacheFolder } from '../../../crawler/process/cache-folder.ts'
import { DIED_TWICE } from '../../../db/checks/check-leases.ts'
import { type CheckAnswer, checkAnswer } from '../../../server/contract/contract.ts'
import { environment, temporaryFolder } from '../../cli/towline.ts'
import { onEveryDatabase, type TestDatabase } from '../../db/databases.ts'
import { descendantsOf } from '../../servers/descendants.ts'
import { serveDns } from '../../servers/dns.ts'
import { until } from '../../servers/until.ts'

interface Server {
  readonly child: ChildProcessByStdio<null, Readable, null>
  readonly address: string
}

async function start(folder: string, { url }: TestDatabase, resolver: string): Promise<Server> {
  const flags = ['--accept-checks', '9/day', '--resolver', resolver, '--allow-address', '127.0.0.0/8']
  const child = spawn(
    process.execPath,
    [ENTRY, 'serve', '--port', '0', '--web', folder, '--database', url, '--cache', cacheFolder(), ...flags],
    { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'], env: environment() },
  )
  for await (const line of createInterface({ input: child.stdout })) {
    const address = /http:\/\/[^/]+/.exec(line)?.[0]
    if (address !== undefined) return { child, address }
  }
  return assert.fail('it has not started')
}

async function checkOf({ address }: Server, id: number): Promise<CheckAnswer> {
  return checkAnswer.parse(await (await fetch(`${address}/api/v1/checks/${id}`)).json())
}

/** As if half a minute had passed, in which a killed server gave no sign of life: until then it holds what it began. */
async function passLease({ open, dialect }: TestDatabase): Promise<void> {
  await using db = await open()
  const [row] = await db.query("SELECT lease_until FROM asked_checks WHERE state = 'running'")
  const leftMs = Number(row?.lease_until) - Date.now()
  assert.ok(leftMs > 0 && leftMs <= CHECK_LEASE_MS, `${leftMs} ms are left`)
  await db.query('UPDATE asked_checks SET lease_until = lease_until - ?', [CHECK_LEASE_MS])
  if (dialect === 'postgres')
    await db.query("UPDATE towline_jobs.job SET heartbeat_on = heartbeat_on - interval '30 seconds'")
}

async function untilState(server: Server, state: CheckAnswer['state']): Promise<CheckAnswer> {
  for (;;) {
    const check = await checkOf(server, 1)
    if (check.state === state) return check
    await sleep(100)
  }
}

onEveryDatabase(
  'a check whose server is killed is taken again once, then failed; nothing is left',
  async (database) => {
    await using folder = await temporaryFolder()
    await writeFile(`${folder.path}/index.html`, '<!doctype html><title>dashboard</title>')
    // A visit that waits until it is killed.
    await using dns = await serveDns(() => ({ silent: true }))
    await using resources = new AsyncDisposableStack()
    const begin = async (): Promise<Server> => {
      const server = await start(folder.path, database, dns.address)
      resources.defer(() => void server.child.kill('SIGKILL'))
      return server
    }
    /** Kills the server while the check is under way: when it asks for its host. */
    const kill = async (server: Server, asked: number): Promise<void> => {
      while (dns.asked.length <= asked) await sleep(100)
      const below = descendantsOf(server.child.pid ?? 0)
      assert.ok(below.length > 0)
      server.child.kill('SIGKILL')
      await once(server.child, 'exit')
      await until('its processes end', () => below.every((pid) => !existsSync(`/proc/${pid}`)))
    }
    const first = await begin()
    const asked = await fetch(`${first.address}/api/v1/checks`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"url":"https://a.test/"}',
    })
    assert.equal(asked.status, 201)
    await kill(first, 0)
    const second = await begin()
    assert.equal((await checkOf(second, 1)).state, 'running')
    const before = dns.asked.length
    await passLease(database)
    await kill(second, before)
    const third = await begin()
    assert.equal((await checkOf(third, 1)).state, 'running')
    await passLease(database)
    assert.equal((await untilState(third, 'failed')).reason, DIED_TWICE)
    assert.equal((await fetch(`${third.address}/checks/1`)).status, 200)
    const ended = once(third.child, 'exit')
    third.child.kill('SIGTERM')
    assert.deepEqual(await ended, [0, null])
  },
)
