import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import fc from 'fast-check'
import { type OddRequest, oddRequest } from './odd-requests.ts'

export interface Fuzzed {
  /** How often each status was answered. */
  readonly statuses: ReadonlyMap<number, number>
}

const CHUNK = 1_000

/** Sends so many odd requests, some at a time, and checks every answer. Rejects with the first that is wrong. */
export async function fuzz(
  address: string,
  options: { readonly requests: number; readonly atOnce: number; readonly seed: number },
): Promise<Fuzzed> {
  using agent = new DisposableAgent(options.atOnce)
  const statuses = new Map<number, number>()
  let left: OddRequest[] = []
  let drawn = 0
  const next = (): OddRequest | undefined => {
    if (left.length === 0 && drawn < options.requests) {
      const numRuns = Math.min(CHUNK, options.requests - drawn)
      left = fc.sample(oddRequest, { numRuns, seed: options.seed + drawn })
      drawn += numRuns
    }
    return left.pop()
  }
  const send = async (): Promise<void> => {
    for (let one = next(); one !== undefined; one = next()) {
      const status = await answered(address, agent, one)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: options.atOnce }, send))
  return { statuses }
}

class DisposableAgent extends Agent implements Disposable {
  constructor(maxSockets: number) {
    super({ keepAlive: true, maxSockets })
  }

  [Symbol.dispose](): void {
    this.destroy()
  }
}

async function answered(address: string, agent: Agent, one: OddRequest): Promise<number> {
  const { method, path, headers, body } = one
  // Node leaves the length out for methods that have no body as a rule: the body would be the next request.
  const length = { 'content-length': String(body.length) }
  const sent = request(address + path, { agent, method, headers: { ...headers, ...length } })
  sent.end(body)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  response.setEncoding('utf8')
  let text = ''
  for await (const piece of response) text += String(piece)
  const status = response.statusCode ?? 0
  const told = `${method} ${path} ${JSON.stringify(headers)} ${Buffer.from(body).toString('latin1')}: ${status} ${text}`
  assert.ok(status < 500, told)
  if (status < 400) return status
  assert.ok(text.startsWith('{'), told)
  const failure = JSON.parse(text) as Record<string, unknown>
  assert.deepEqual(Object.keys(failure), ['error', 'message'], told)
  // Neither a place in our code nor a path, nor anything that was sent (safety.md ING-15).
  const words = String(failure.message).replace('application/json', '')
  assert.doesNotMatch(words, /[/\\<>{}\n]|\bat .*:\d|node_modules|script|passwd|OR 1=1/, told)
  return status
}
