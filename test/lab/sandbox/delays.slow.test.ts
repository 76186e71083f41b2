import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openSandbox, type Sandbox } from '../../../lab/sandbox/open.ts'
import { RESOLVER } from '../../../lab/sandbox/site/addresses.ts'
import { inside } from '../../end-to-end/sandbox/inside.ts'
import { CACHE, whyNoServer } from '../origin/running-server.ts'

const skip =
  (await whyNoServer('towline')) ||
  (process.geteuid?.() !== 0 && 'a tap in a namespace takes the machine’s root')

const RESOLVER_MS = 30

let sandbox: Sandbox
before(async () => {
  if (skip) return
  const roundTrips = { ms: [60, 120], special: { [RESOLVER]: RESOLVER_MS } }
  sandbox = await openSandbox({ cacheDir: CACHE, roundTrips })
})
after(() => sandbox?.[Symbol.asyncDispose]())

/** Prints address, and milliseconds of: the name, the connection, the handshake, the answer. The first visit loads modules. */
const TIMES = `
const { get } = require('node:https')
const visit = (then) => {
  const started = performance.now()
  const times = {}
  const note = (what) => () => { times[what] = performance.now() - started }
  get({ host: process.argv[1], path: '/', rejectUnauthorized: false, family: 4, agent: false }, (answer) => {
    note('answer')()
    answer.resume().on('end', () => then(times))
  }).on('socket', (socket) => {
    socket.on('lookup', (_, address) => { times.address = address; note('name')() })
    socket.on('connect', note('connected')).on('secureConnect', note('secured'))
  })
}
visit(() => visit((times) => console.log(JSON.stringify(times))))
`

async function timesOf(host: string): Promise<Times & { readonly address: string }> {
  const { stdout, stderr } = await inside(sandbox, process.execPath, '-e', TIMES, host)
  assert.match(stdout, /^\{/, stderr)
  return JSON.parse(stdout)
}

const STEPS = ['connected', 'secured', 'answer'] as const

type Times = Readonly<Record<'name' | (typeof STEPS)[number], number>>

/** A step takes no more than this beyond the round trip. */
const SPARE_MS = 50
const MOST_TRIES = 20

/** Addresses have the two round trips in turn: an even last number means the first. */
const roundTripMs = (address: string): number => (Number(address.split('.').at(-1)) % 2 === 0 ? 60 : 120)

interface Least {
  readonly address: string
  /** From the start to the end of each step. */
  readonly untilMs: Times
  /** From the end of one step to that of the next. It may be less than what passed: the first end is noticed late. */
  readonly tookMs: Times
}

/** The least of several on a machine that may be busy. No more are taken than are needed. */
async function leastOf(host: string): Promise<Least> {
  const untilMs = { name: Infinity, connected: Infinity, secured: Infinity, answer: Infinity }
  const least = { ...untilMs }
  for (let tries = 1; ; tries += 1) {
    const { address, ...at } = await timesOf(host)
    for (const step of ['name', ...STEPS] as const) untilMs[step] = Math.min(untilMs[step], at[step])
    least.name = Math.min(least.name, at.name)
    least.connected = Math.min(least.connected, at.connected - at.name)
    least.secured = Math.min(least.secured, at.secured - at.connected)
    least.answer = Math.min(least.answer, at.answer - at.secured)
    const isQuick = STEPS.every((step) => least[step] < roundTripMs(address) + SPARE_MS)
    if (isQuick || tries === MOST_TRIES) return { address, untilMs, tookMs: least }
  }
}

test('name, connection, handshake and answer take a round trip of the address each, addresses in turn', {
  skip,
}, async () => {
  const seen = new Set<number>()
  for (const host of ['h2-nginx.test', 'h2-apache.test']) {
    const { address, untilMs, tookMs } = await leastOf(host)
    const rttMs = roundTripMs(address)
    seen.add(rttMs)
    assert.ok(untilMs.name >= RESOLVER_MS - 1, `name: ${untilMs.name}`)
    for (const [index, step] of STEPS.entries()) {
      const leastMs = RESOLVER_MS + (index + 1) * rttMs - 1
      assert.ok(untilMs[step] > leastMs, `${step} of ${address} after ${untilMs[step]}, not ${leastMs}`)
      assert.ok(tookMs[step] < rttMs + SPARE_MS, `${step} of ${address} took ${tookMs[step]}`)
    }
  }
  assert.equal(seen.size, 2)
})
