import assert from 'node:assert/strict'
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { parseLink } from '../../../lab/link/condition/parse.ts'
import { LINK_FAR_ADDRESS, shardAddress } from '../../../lab/network/addresses.ts'
import { type LabNetwork, openLabNetwork } from '../../../lab/network/open.ts'
import { labNamespaces } from '../../../lab/network/topology.ts'
import { CACHE, whyNoLink } from '../link/why-no-link.ts'

const run = promisify(execFile)
const skip = { skip: whyNoLink() }
const SHARDS = 3
const CONNECTS = 15
/** Longest that processes may take to go, on a machine that is busy beyond reason. */
const GONE_MS = 30_000
const HOSTS = Array.from({ length: SHARDS }, (_, shard) => ({
  name: `s${shard}.lab.test`,
  address: shardAddress(shard),
}))
const NO_TCP = { initcwnd: null, congestionControl: null }
/** Answers each connection to each shard with its local address, then closes. */
const SERVER = `
const net = require('node:net')
for (const host of ${JSON.stringify(HOSTS.map(({ address }) => address))})
  net.createServer((socket) => socket.on('error', () => {}).end(socket.localAddress)).listen(443, host)
`
const serve = (network: LabNetwork): Promise<void> =>
  network.serve(
    [{ name: 'test', argv: [process.execPath, '-e', SERVER], env: {} }],
    HOSTS.map(({ address }) => `tcp ${address} 443`),
  )

async function inside(network: LabNetwork, ...argv: string[]): Promise<string> {
  const [file = '', ...rest] = network.command('client', argv)
  return (await run(file, rest)).stdout.trim()
}

/** What connecting to these hosts takes, ms each, and what they say. */
async function connect(network: LabNetwork): Promise<{ said: string; ms: number }[]> {
  const script = `
    const net = require('node:net')
    const ask = (host) => new Promise((done, fail) => {
      const start = performance.now()
      const socket = net.connect(443, host)
      let ms
      socket.on('connect', () => { ms = performance.now() - start }).on('error', fail)
      socket.on('data', (said) => done({ said: String(said), ms }))
    })
    ;(async () => {
      const all = []
      for (const host of ${JSON.stringify(HOSTS.map(({ name }) => name))}) all.push(await ask(host))
      console.log(JSON.stringify(all))
    })()`
  return JSON.parse(await inside(network, process.execPath, '-e', script)) as { said: string; ms: number }[]
}

test(
  'a link can be put in the place of another; the client’s own interface stays as it is',
  skip,
  async () => {
    await using network = await openLabNetwork({ cacheDir: CACHE, shards: SHARDS, hosts: HOSTS })
    const conditions = ['rtt=80ms', 'rtt=20ms,down=10,up=10', 'rtt=40ms'].map(parseLink)
    const interfaces = new Set<string>()
    for (const condition of conditions) {
      await network.setLink(condition, NO_TCP)
      await serve(network)
      const answers = await connect(network)
      assert.deepEqual(
        answers.map(({ said }) => said),
        HOSTS.map(({ address }) => address),
      )
      // Of many: on a busy machine the others wait for a processor.
      const tookMs = answers.map(({ ms }) => ms)
      while (tookMs.length < CONNECTS) tookMs.push(...(await connect(network)).map(({ ms }) => ms))
      const quickest = Math.min(...tookMs)
      assert.ok(quickest >= condition.rttMs, `${quickest} ms of ${condition.rttMs}`)
      assert.ok(quickest < condition.rttMs + 15, `${quickest} ms of ${condition.rttMs}`)
      interfaces.add(await inside(network, 'ip', '-oneline', 'link', 'show', 'towline0'))
    }
    assert.equal(interfaces.size, 1)
  },
)

test('TCP settings stand on both routes of the servers, and are gone with the next link', skip, async () => {
  await using network = await openLabNetwork({ cacheDir: CACHE, shards: 1, hosts: [] })
  const routes = async (): Promise<string> => {
    const [file = '', ...rest] = network.command('server', ['ip', 'route', 'show'])
    return (await run(file, rest)).stdout
  }
  const link = parseLink('rtt=10ms')
  await network.setLink(link, { initcwnd: 3, congestionControl: 'reno' })
  const settings = (await routes()).match(/^(default|198\.18\.0\.1) .*initcwnd 3 congctl reno/gm)
  assert.equal(settings?.length, 2)
  await network.setLink(link, NO_TCP)
  assert.doesNotMatch(await routes(), /initcwnd|congctl/)
})

test('a name that is not known is none, at once', skip, async () => {
  await using network = await openLabNetwork({ cacheDir: CACHE, shards: 1, hosts: HOSTS })
  await network.setLink(parseLink('rtt=10ms'), NO_TCP)
  const script = `
    const start = performance.now()
    require('node:dns').promises.lookup('elsewhere.test').catch((error) =>
      console.log(error.code, performance.now() - start))`
  const [code, ms] = (await inside(network, process.execPath, '-e', script)).split(' ')
  assert.match(code ?? '', /^E(AI_AGAIN|NOTFOUND)$/)
  // A resolver that says nothing is asked twice, for five seconds each (resolv.conf(5)).
  assert.ok(Number(ms) < 9_000, `${ms} ms`)
})

test('a server that ends instead of serving is reported with its last words', skip, async () => {
  await using network = await openLabNetwork({ cacheDir: CACHE, shards: 1, hosts: [] })
  await network.setLink(parseLink('rtt=10ms'), NO_TCP)
  const argv = [process.execPath, '-e', 'console.error("no such page"); process.exit(3)'] as const
  await assert.rejects(network.serve([{ name: 'bad', argv, env: {} }], [`tcp ${LINK_FAR_ADDRESS} 1`]), {
    message: /bad ended \(3\) instead of serving: no such page/,
  })
  // It is still good for another try.
  await network.serve([], [])
})

test('the next server starts once the workers of the one before have let go of its ports', skip, async () => {
  await using network = await openLabNetwork({ cacheDir: CACHE, shards: SHARDS, hosts: HOSTS })
  await network.setLink(parseLink('rtt=10ms'), NO_TCP)
  // In a group of its own, and so slow to end that whoever does not wait finds its ports taken.
  const worker = `process.stdin.on('end', () => setTimeout(process.exit, 1500)).resume()\n${SERVER}`
  const leader = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(worker)}], {
    detached: true, stdio: ['pipe', 'ignore', 'ignore'] })`
  const listeners = HOSTS.map(({ address }) => `tcp ${address} 443`)
  await network.serve([{ name: 'several', argv: [process.execPath, '-e', leader], env: {} }], listeners)
  await serve(network)
  assert.equal((await connect(network)).length, SHARDS)
})

const OPENER = `
const { openLabNetwork } = await import(${JSON.stringify(join(import.meta.dirname, '../../../lab/network/open.ts'))})
const { parseLink } = await import(${JSON.stringify(join(import.meta.dirname, '../../../lab/link/condition/parse.ts'))})
const network = await openLabNetwork({ cacheDir: ${JSON.stringify(CACHE)}, shards: 1, hosts: [] })
console.log(network.id, network.folder)
await network.setLink(parseLink('rtt=10ms'), { initcwnd: null, congestionControl: null })
console.log('link')
setInterval(() => {}, 1000)
`

test(
  'nothing is left of a network whose opener was killed: no process at once, no namespace after the next one',
  skip,
  async () => {
    const opener: ChildProcess = spawn(process.execPath, ['--input-type=module', '-e', OPENER], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    assert.ok(opener.stdout)
    const lines = createInterface({ input: opener.stdout })[Symbol.asyncIterator]()
    const [id = '', folder = ''] = String((await lines.next()).value).split(' ')
    assert.equal((await lines.next()).value, 'link')
    opener.kill('SIGKILL')
    await once(opener, 'exit')
    const processes = async (): Promise<string> =>
      (await run('ps', ['-eo', 'args'])).stdout
        .split('\n')
        .filter((line) => line.includes(id))
        .join('\n')
    const until = performance.now() + GONE_MS
    for (let left = await processes(); left !== ''; left = await processes()) {
      assert.ok(performance.now() < until, left)
      await sleep(50)
    }
    await (await openLabNetwork({ cacheDir: CACHE, shards: 1, hosts: [] }))[Symbol.asyncDispose]()
    assert.equal(existsSync(folder), false)
    const { stdout } = await run('ip', ['netns', 'list'])
    for (const name of Object.values(labNamespaces(id))) assert.ok(!stdout.includes(name), stdout)
  },
)
