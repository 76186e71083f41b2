import assert from 'node:assert/strict'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * What no input of one site may cost within its byte limit: processor time and memory of one parser. On a machine that
 * takes longer for `readBytes`, that long.
 */
export const MOST = { cpuMs: 50, memoryBytes: 10 * 1024 * 1024 } as const

export interface Cost {
  /** User and system time of this process. */
  readonly cpuMs: number
  /** Growth of heap and buffers while the result is still held; garbage not yet collected counts unless `heldOnly`. */
  readonly memoryBytes: number
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

function memoryBytes(): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

export interface MeasureOptions {
  /** At most. */
  readonly runs?: number
  /** For what reads megabytes in pieces: what it is done with may be collected at any moment. */
  readonly heldOnly?: boolean
}

/**
 * The smallest cost of several runs: what a collection or another thread adds to one of them is not the parser's. Stops
 * at the first run that is far below the limits.
 */
export function measureCost(parse: () => unknown, { runs = 5, heldOnly = false }: MeasureOptions = {}): Cost {
  let least: Cost = { cpuMs: Number.POSITIVE_INFINITY, memoryBytes: Number.POSITIVE_INFINITY }
  for (let run = 0; run < runs; run += 1) {
    collectGarbage()
    const bytesBefore = memoryBytes()
    const before = process.cpuUsage()
    const result = parse()
    const { user, system } = process.cpuUsage(before)
    if (heldOnly) collectGarbage()
    const grownBytes = memoryBytes() - bytesBefore
    assert.notEqual(result, undefined, 'a result that is held')
    least = {
      cpuMs: Math.min(least.cpuMs, (user + system) / 1_000),
      memoryBytes: Math.min(least.memoryBytes, grownBytes),
    }
    if (least.cpuMs < MOST.cpuMs / 4 && least.memoryBytes < MOST.memoryBytes / 4) break
  }
  return least
}

const TEXT = 'abcdefgh'.repeat(64 * 1024)
const READS = 32

/** Reads 16 MiB byte by byte: some 50 ms on a machine on which it takes 3 ns a byte. */
function readBytes(): number {
  let hash = 0
  for (let read = 0; read < READS; read += 1)
    for (let i = 0; i < TEXT.length; i += 1) hash = (hash * 31 + TEXT.charCodeAt(i)) | 0
  return hash
}

/** Fails where an input costs more than `MOST`. */
export function assertCheap(name: string, parse: () => unknown, options: MeasureOptions = {}): Cost {
  const cost = measureCost(parse, options)
  if (cost.cpuMs > MOST.cpuMs) {
    // Side by side, since a slow machine, or a busy one, is slow for both.
    const again = Math.min(cost.cpuMs, measureCost(parse, options).cpuMs)
    const mostMs = Math.max(MOST.cpuMs, measureCost(readBytes).cpuMs)
    assert.ok(again <= mostMs, `${name}: ${again.toFixed(1)} ms of processor time of ${mostMs.toFixed(1)}`)
  }
  assert.ok(cost.memoryBytes <= MOST.memoryBytes, `${name}: ${(cost.memoryBytes / 2 ** 20).toFixed(1)} MiB`)
  return cost
}
