import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { openDatabase } from '../../../db/connection/open.ts'
import { openLockSession } from '../../../fleet/polite/lock-session.ts'
import { openQueue } from '../../../fleet/queue/open-queue.ts'
import { until } from '../../servers/until.ts'
import { onOwnPostgres } from '../postgres-server.ts'

const PORT = 5432
/** The first question whether the other side is still there. */
const IDLE_MS = 15_000

const SETTINGS = "SELECT name, setting FROM pg_settings WHERE name LIKE 'tcp%' ORDER BY name"

onOwnPostgres(
  'both ends of a worker’s connections ask within 15 s whether the other one is still there',
  async (server) => {
    // Of this server alone, though its port is everybody's.
    const address = `127.77.${randomInt(256)}.${randomInt(1, 255)}`
    await server.kill()
    await server.start(address)
    const url = `postgres://towline@${address}/postgres`
    {
      await using plain = await openDatabase({ url })
      const [timeout] = await plain.query('SHOW tcp_user_timeout')
      assert.equal(timeout?.tcp_user_timeout, '0')
    }
    await using db = await openDatabase({ url, endSilent: true })
    assert.deepEqual(await db.query(SETTINGS), [
      { name: 'tcp_keepalives_count', setting: '3' },
      { name: 'tcp_keepalives_idle', setting: '15' },
      { name: 'tcp_keepalives_interval', setting: '5' },
      { name: 'tcp_user_timeout', setting: '30000' },
    ])
    await using _session = await openLockSession(url)
    const asks = (end: 'client' | 'server', least: number): Promise<void> =>
      until(`${least} ${end}s ask`, async () => {
        const timers = (await keepAliveTimers(address))[end]
        return timers.length >= least && timers.every((ms) => ms !== null && ms <= IDLE_MS)
      })
    await asks('server', 2)
    await asks('client', 2)
    const { client } = await keepAliveTimers(address)
    await using _queue = await openQueue({ url, db, warn: () => {} })
    await asks('client', client.length + 1)
  },
)

/** Established connections to the server, by whose end it is: when that end asks next; null where it never does. */
async function keepAliveTimers(address: string): Promise<Record<'client' | 'server', (number | null)[]>> {
  const bytes = address.split('.').map((byte) => Number(byte).toString(16).padStart(2, '0'))
  const server = `${bytes.reverse().join('')}:${PORT.toString(16)}`.toUpperCase()
  const timers: Record<'client' | 'server', (number | null)[]> = { client: [], server: [] }
  // https://docs.kernel.org/networking/proc_net_tcp.html
  for (const line of (await readFile('/proc/net/tcp', 'utf8')).split('\n').slice(1)) {
    const [, local, remote, state, , timer = ''] = line.trim().split(/\s+/)
    const [kind, ticks = ''] = timer.split(':')
    if (state !== ESTABLISHED) continue
    const askMs = kind === KEEP_ALIVE ? Number.parseInt(ticks, 16) * TICK_MS : null
    if (local === server) timers.server.push(askMs)
    if (remote === server) timers.client.push(askMs)
  }
  return timers
}

const ESTABLISHED = '01'
const KEEP_ALIVE = '02'
const TICK_MS = 10
