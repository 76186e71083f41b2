import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openSandbox, type Sandbox } from '../../../lab/sandbox/open.ts'
import { RESOLVER } from '../../../lab/sandbox/site/addresses.ts'
import { inside } from '../../end-to-end/sandbox/inside.ts'
import { CACHE, whyNoServer } from '../origin/running-server.ts'

const skip =
  (await whyNoServer('towline')) ||
  (process.geteuid?.() !== 0 && 'a tap in a namespace takes the machine’s root')

let sandbox: Sandbox
before(async () => {
  if (skip) return
  const roundTrips = { ms: [60, 120], special: { [RESOLVER]: 30 } }
  sandbox = await openSandbox({ cacheDir: CACHE, roundTrips })
})
after(() => sandbox?.[Symbol.asyncDispose]())

/** Prints address, and milliseconds of: the name, the connection, the handshake, the answer. */
const TIMES = `
const { get } = require('node:https')
const started = performance.now()
const times = {}
const note = (what) => () => { times[what] = performance.now() - started }
get({ host: process.argv[1], path: '/', rejectUnauthorized: false, family: 4 }, (answer) => {
  note('answer')()
  answer.resume().on('end', () => console.log(JSON.stringify(times)))
}).on('socket', (socket) => {
  socket.on('lookup', (_, address) => { times.address = address; note('name')() })
  socket.on('connect', note('connected')).on('secureConnect', note('secured'))
})
`

async function timesOf(host: string): Promise<Record<string, number> & { readonly address: string }> {
  const { stdout, stderr } = await inside(sandbox, process.execPath, '-e', TIMES, host)
  assert.match(stdout, /^\{/, stderr)
  return JSON.parse(stdout)
}

/** The least of several: a busy machine makes each longer, and none shorter. */
async function leastOf(host: string, tries = 5): Promise<Awaited<ReturnType<typeof timesOf>>> {
  const all: Awaited<ReturnType<typeof timesOf>>[] = []
  for (let n = 0; n < tries; n += 1) all.push(await timesOf(host))
  const least = (what: string): number => Math.min(...all.map((times) => times[what] ?? Number.NaN))
  return {
    address: all[0]?.address ?? '',
    name: least('name'),
    connected: least('connected') - least('name'),
    secured: least('secured') - least('connected'),
    answer: least('answer') - least('secured'),
  } as never
}

test('name, connection, handshake and answer take a round trip of the address each, addresses in turn', {
  skip,
}, async () => {
  const [one, other] = [await leastOf('h2-nginx.test'), await leastOf('h2-apache.test')]
  const seen = new Set<number>()
  for (const { address, ...times } of [one, other]) {
    const expectedMs = Number(address.split('.').at(-1)) % 2 === 0 ? 60 : 120
    seen.add(expectedMs)
    assert.ok(Number(times.name) >= 30, `name: ${times.name}`)
    for (const what of ['connected', 'secured', 'answer'] as const) {
      const ms = Number(times[what])
      assert.ok(ms > expectedMs - 3 && ms < expectedMs + 50, `${what} of ${address}: ${ms}`)
    }
  }
  assert.equal(seen.size, 2)
})
