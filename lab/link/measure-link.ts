/**
 * A program for inside the client's namespace: measures the link to the echo and prints a LinkMeasurement in JSON.
 * Its argument is a MeasureOrder in JSON.
 */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { LinkMeasurement, MeasureOrder } from './calibrate.ts'
import { ECHO_PORT } from './echo.ts'
import {
  Counter,
  type EchoMessage,
  HEADER_BYTES,
  mbpsOf,
  type Received,
  readEcho,
  writeEcho,
} from './echo-message.ts'
import { sendPaced } from './paced.ts'

/** Echoes of the round-trip time, one after the other so that none waits for another. */
const RTT_ECHOES = 20
const ECHO_BYTES = 64
/** Payload that fills an IP packet of 1,500 bytes. */
const FULL_BYTES = 1472
/** What a burst lasts at the configured rate, in packets at least and at most. */
const BURST_MS = 700
const BURST_PACKETS = [40, 20_000] as const
/** Share of the slower direction's rate that the echoes for loss may use, so that none is lost to the queue. */
const LOSS_SHARE = 0.2
const LOSS_PROBE_MBPS = 1
const LOSS_LIMIT_MS = 10_000
/** Nothing has come for so long beside the round-trip time: nothing more comes. */
const QUIET_MS = 300
const QUESTION_TRIES = 20

const { address, condition, lossProbes } = JSON.parse(process.argv[2] ?? '') as MeasureOrder
const socket = createSocket({ type: 'udp4' })
socket.connect(ECHO_PORT, address)
await once(socket, 'connect')
const patienceMs = condition.rttMs + QUIET_MS

let lastSession = 0
const newSession = () => ++lastSession
const send = (message: EchoMessage, sizeBytes?: number) => socket.send(writeEcho(message, sizeBytes))

/** Calls `see` for every message of a session until it is disposed of. */
function listen(session: number, see: (message: EchoMessage, sizeBytes: number) => void): Disposable {
  const onMessage = (datagram: Buffer) => {
    const message = readEcho(datagram)
    if (message?.session === session) see(message, datagram.length)
  }
  socket.on('message', onMessage)
  return { [Symbol.dispose]: () => void socket.off('message', onMessage) }
}

async function roundTrip(): Promise<number | null> {
  const session = newSession()
  const { promise, resolve } = Promise.withResolvers<number | null>()
  using _ = listen(session, () => resolve(performance.now() - startMs))
  const startMs = performance.now()
  send({ kind: 'echo', session, sequence: 0 }, ECHO_BYTES)
  const timer = setTimeout(() => resolve(null), patienceMs)
  const tookMs = await promise
  clearTimeout(timer)
  return tookMs
}

async function measureRtt(): Promise<LinkMeasurement['rtt']> {
  const answered: number[] = []
  for (let echo = 0; echo < RTT_ECHOES; echo++) {
    const tookMs = await roundTrip()
    if (tookMs !== null) answered.push(tookMs)
  }
  answered.sort((a, b) => a - b)
  const middle = (answered.length - 1) / 2
  const low = answered[Math.floor(middle)]
  const high = answered[Math.ceil(middle)]
  return {
    minMs: answered[0] ?? null,
    medianMs: low === undefined || high === undefined ? null : (low + high) / 2,
    maxMs: answered.at(-1) ?? null,
    samples: answered.length,
  }
}

/** What the echo has counted of a session: asked again until an answer comes. */
async function counted(session: number): Promise<Received> {
  const { promise, resolve } = Promise.withResolvers<Received>()
  using _ = listen(session, (message) => {
    if (message.kind === 'count' && message.received) resolve(message.received)
  })
  for (let attempt = 0; attempt < QUESTION_TRIES; attempt++) {
    send({ kind: 'count', session })
    const answer = await Promise.race([promise, sleep(patienceMs, null)])
    if (answer) return answer
  }
  throw new Error(`the echo at ${address} does not answer`)
}

async function measureLoss(): Promise<Pick<LinkMeasurement, 'lossUp' | 'lossDown'>> {
  const session = newSession()
  let back = 0
  using _ = listen(session, () => back++)
  const slower = Math.min(condition.upMbps ?? Infinity, condition.downMbps ?? Infinity)
  const mbps = Math.min(LOSS_PROBE_MBPS, slower * LOSS_SHARE)
  const affordable = Math.floor((LOSS_LIMIT_MS * mbps * 1000) / 8 / (ECHO_BYTES + HEADER_BYTES))
  const sent = Math.min(lossProbes, affordable)
  await sendPaced({ packets: sent, sizeBytes: ECHO_BYTES, mbps }, (sequence) =>
    send({ kind: 'echo', session, sequence }, ECHO_BYTES),
  )
  await sleep(patienceMs)
  const echoed = back
  const { packets } = await counted(session)
  return { lossUp: { sent, lost: sent - packets }, lossDown: { sent: packets, lost: packets - echoed } }
}

/** A burst that is faster than the link, also after its loss, and lasts long enough to be timed. */
function burstFor(mbps: number) {
  const packets = Math.ceil((mbps * 1000 * BURST_MS) / 8 / (FULL_BYTES + HEADER_BYTES))
  const [least, most] = BURST_PACKETS
  return {
    packets: Math.min(Math.max(packets, least), most),
    sizeBytes: FULL_BYTES,
    mbps: (1.5 * mbps) / (1 - condition.lossFraction),
  }
}

async function measureUp(mbps: number): Promise<number | null> {
  const session = newSession()
  await sendPaced(burstFor(mbps), (sequence) => send({ kind: 'data', session, sequence }, FULL_BYTES))
  // What waits in the queue is still on its way.
  await sleep(patienceMs + (condition.queuePackets * (FULL_BYTES + HEADER_BYTES) * 8) / mbps / 1000)
  return mbpsOf(await counted(session))
}

async function measureDown(mbps: number): Promise<number | null> {
  const session = newSession()
  const counter = new Counter()
  using _ = listen(session, (_message, sizeBytes) => counter.add(sizeBytes, performance.now()))
  for (let attempt = 0; attempt < QUESTION_TRIES && counter.received.packets === 0; attempt++) {
    send({ kind: 'burst', session, burst: burstFor(mbps) })
    await sleep(patienceMs)
  }
  const packetMs = ((FULL_BYTES + HEADER_BYTES) * 8) / mbps / 1000
  while (performance.now() - counter.lastMs < QUIET_MS + 10 * packetMs) await sleep(QUIET_MS / 2)
  return mbpsOf(counter.received)
}

const rtt = await measureRtt()
const loss = await measureLoss()
const upMbps = condition.upMbps === null ? null : await measureUp(condition.upMbps)
const downMbps = condition.downMbps === null ? null : await measureDown(condition.downMbps)
const measured: LinkMeasurement = { rtt, ...loss, upMbps, downMbps }
console.log(JSON.stringify(measured))
socket.close()
