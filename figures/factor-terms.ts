import { GRAPH_PREFIX, pageWithDependencies, singleFileBytes } from '../model/lab-page-name.ts'
import type { FactorValue } from './column.ts'
import { count, tickLabel } from './quantity.ts'

interface FactorTerm {
  /** Worded as on an axis, with the unit unless the level has it. */
  readonly label: string
  /** Writes a level as on an axis; default: as it is. */
  readonly level?: (value: NonNullable<FactorValue>) => string
  /** Writes a level as in a sentence: `20 ms round trip`. */
  readonly words: (level: string) => string
}

const TERMS: Readonly<Record<string, FactorTerm>> = {
  page: { label: 'page', level: (value) => pageWords(String(value)), words: (level) => level },
  objects: { label: 'objects on the page', words: (level) => `${level} objects` },
  objectBytes: {
    label: 'size of each object',
    level: (value) => tickLabel(Number(value), 'bytes'),
    words: (level) => `objects of ${level}`,
  },
  server: { label: 'server', words: (level) => `server ${level}` },
  profile: { label: 'profile', words: (level) => level },
  rttMs: { label: 'round trip (ms)', words: (level) => `${level} ms round trip` },
  jitterMs: { label: 'jitter (ms)', words: (level) => `± ${level} ms jitter` },
  downMbps: { label: 'downstream (Mbit/s)', words: (level) => `${level} Mbit/s down` },
  upMbps: { label: 'upstream (Mbit/s)', words: (level) => `${level} Mbit/s up` },
  // A share of 0.07 is 7.000000000000001 % in floating point.
  lossFraction: {
    label: 'loss',
    level: (value) => `${Number((100 * Number(value)).toPrecision(12))} %`,
    words: (level) => (level === '0 %' ? 'no loss' : `${level} loss`),
  },
  lossBurst: { label: 'packets lost in a row', words: (level) => `${level} packets lost in a row` },
  queuePackets: { label: 'queue (packets)', words: (level) => `queue of ${level}` },
  initcwnd: { label: 'initial window (segments)', words: (level) => `initial window ${level}` },
  addresses: {
    label: 'addresses of the hosts',
    words: (level) =>
      level === 'one'
        ? 'all hosts on one address'
        : `each host on an address of its own${level === 'origin' ? ', an ORIGIN frame' : ''}`,
  },
  shards: { label: 'shards', words: (level) => (level === '1' ? '1 shard' : `${level} shards`) },
  streams: {
    label: 'streams at most',
    words: (level) => (level === '1' ? '1 stream at most' : `${level} streams at most`),
  },
  priorities: {
    label: 'priorities of HTTP/3',
    words: (level) => (level === 'on' ? 'priorities heeded' : 'priorities ignored'),
  },
  slowStart: {
    label: 'slow start of QUIC',
    words: (level) => (level === 'hystart' ? 'HyStart++' : 'slow start until loss'),
  },
  thinkMs: { label: 'think time of the server (ms)', words: (level) => `${level} ms think time` },
  earlyHints: {
    label: 'Early Hints',
    words: (level) => (level === 'on' ? 'with Early Hints' : 'without Early Hints'),
  },
  udp: { label: 'UDP on the way', words: (level) => `UDP ${level}` },
  keyExchange: { label: 'key exchange', words: (level) => `key exchange ${level}` },
  chainBytes: {
    label: 'certificate chain',
    level: (value) => tickLabel(Number(value), 'bytes'),
    words: (level) => `a chain of ${level}`,
  },
  certificateKey: { label: 'certificate key', words: (level) => `a key of ${level}` },
  congestionControl: { label: 'congestion control', words: (level) => `congestion control ${level}` },
}

function termOf(name: string): FactorTerm {
  const term = Object.hasOwn(TERMS, name) ? TERMS[name] : undefined
  return term ?? { label: name, words: (level) => `${name} ${level}` }
}

/** A factor's name as an axis says it, with its unit. */
export function factorLabel(name: string): string {
  return termOf(name).label
}

/** Writes it as in an address. */
export function factorText(value: FactorValue): string {
  return value === null ? 'none' : String(value)
}

/** Writes it as on an axis or in a choice: `1 %`, `100 objects of 1 kB`. */
export function levelText(name: string, value: FactorValue): string {
  return value === null ? 'none' : (termOf(name).level?.(value) ?? String(value))
}

/** Writes it as in a sentence: `20 ms round trip`. */
export function levelWords(name: string, value: FactorValue): string {
  return value === null ? `${factorLabel(name)}: none` : termOf(name).words(levelText(name, value))
}

/** A page of the catalogue in words; one that says nothing by its name as it is. */
export function pageWords(name: string): string {
  const page = name.startsWith(GRAPH_PREFIX) ? name.slice(GRAPH_PREFIX.length) : name
  const whole = pageWithDependencies(page)
  if (whole !== null) return `${pageWords(whole)} without its dependencies`
  const [, objects, size] = /^objects-(\d+)x(\d+)$/.exec(page) ?? []
  if (objects !== undefined && size !== undefined) return objectsWords(Number(objects), Number(size))
  const single = singleFileBytes(page)
  if (single !== null) return `one document of ${tickLabel(single, 'bytes')}`
  const [, recording] = /^recording:(?:.*\/)?([^/]+)\/?$/.exec(page) ?? []
  if (recording !== undefined) return `recording ${recording}`
  const [, letter] = /^cablelabs-([a-c])$/.exec(page) ?? []
  return letter === undefined ? page : `CableLabs ${letter.toUpperCase()}`
}

/** `100 objects of 1 kB`. */
export function objectsWords(objects: number, sizeBytes: number): string {
  return `${count(objects, 'object')} of ${tickLabel(sizeBytes, 'bytes')}`
}
