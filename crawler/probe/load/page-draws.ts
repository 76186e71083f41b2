/** Replaces chance and the present for a page's scripts, so that two loads ask for the same. */
export interface PageDraws {
  /** Seed of Math.random and crypto; 0 to 2^32 - 1. */
  readonly seed: number
  /** Time that the clock of Date starts from, milliseconds since 1970; null: Date is left as it is. */
  readonly clockStartMs: number | null
}

/**
 * A script that makes a frame's or worker's draws those of a seed, to be run before its own scripts. Each frame and worker
 * begins with numbers of its own, by the path of its URL; `performance` is left alone.
 *
 * @param nowMs the present, by which all frames and workers of a load have one clock
 */
export function drawsScript({ seed, clockStartMs }: PageDraws, nowMs: number): string {
  const aheadMs = clockStartMs === null ? null : clockStartMs - nowMs
  return `(${setDraws.toString()})(${seed}, ${aheadMs})`
}

/** Members of a frame or worker that are used here, and this program's types do not know. */
interface Realm {
  readonly location: { readonly href: string }
  readonly Crypto: { readonly prototype: Crypto }
  readonly Document?: { readonly prototype: object }
}

/**
 * Runs in the page: all that it uses is in it. What it replaces are proxies, which look as native as what they stand for.
 *
 * @param aheadMs Date is so much ahead of the present; null: it is left as it is
 */
function setDraws(seed: number, aheadMs: number | null): void {
  type Apply = (native: () => unknown, self: unknown, args: unknown[]) => unknown
  const realm = globalThis as unknown as Realm
  const mark = Symbol.for('towline draws')

  // sfc32 of PractRand 0.94, as in stats/rng.ts, started by FNV-1a of a text.
  const generator = (text: string): (() => number) => {
    let hash = 0x811c_9dc5
    for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x0100_0193)
    let [a, b, c, counter] = [hash, seed | 0, 0, 1]
    const next = (): number => {
      const result = (a + b + counter) | 0
      counter = (counter + 1) | 0
      a = b ^ (b >>> 9)
      b = (c + (c << 3)) | 0
      c = (((c << 21) | (c >>> 11)) + result) | 0
      return result >>> 0
    }
    for (let round = 0; round < 12; round += 1) next()
    return next
  }
  const begin = () => {
    const { protocol, origin, pathname } = new URL(realm.location.href)
    // A blob's path is drawn by the browser, and a data URL may be megabytes.
    const place = /^https?:$/.test(protocol) ? origin + pathname : protocol
    return {
      random: generator(`random ${place}`),
      values: generator(`values ${place}`),
      uuid: generator(`uuid ${place}`),
    }
  }

  // The window of a frame's first, empty document may be that of its next one too.
  const marked = Math as unknown as Record<symbol, { begun: ReturnType<typeof begin> | null } | undefined>
  const before = marked[mark]
  if (before !== undefined) {
    before.begun = null
    return
  }
  const state: { begun: ReturnType<typeof begin> | null } = { begun: null }
  Object.defineProperty(Math, mark, { value: state })
  // Not before the first draw: a worker that still waits for its script has no location, and would crash.
  const draws = () => {
    state.begun ??= begin()
    return state.begun
  }

  const replace = (object: object, name: string, apply: Apply): void => {
    const descriptor = Object.getOwnPropertyDescriptor(object, name)
    if (descriptor === undefined) return
    const value = new Proxy(descriptor.value as () => unknown, { apply })
    Object.defineProperty(object, name, { ...descriptor, value })
  }
  const fill = (bytes: Uint8Array, next: () => number): void => {
    for (let index = 0, word = 0; index < bytes.length; index += 1, word >>>= 8) {
      if (index % 4 === 0) word = next()
      bytes[index] = word & 0xff
    }
  }
  replace(Math, 'random', () => draws().random() / 0x1_0000_0000)
  replace(realm.Crypto.prototype, 'getRandomValues', (native, self, args) => {
    // It refuses what is no array of integers, or too long.
    const array = Reflect.apply(native, self, args) as Uint8Array
    fill(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), draws().values)
    return array
  })
  replace(realm.Crypto.prototype, 'randomUUID', (native, self, args) => {
    Reflect.apply(native, self, args)
    const bytes = new Uint8Array(16)
    fill(bytes, draws().uuid)
    // RFC 9562, 5.4.
    bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
    bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
    const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  })
  if (aheadMs === null) return

  const NativeDate = Date
  const startMs = performance.timeOrigin + aheadMs
  const elapsedMs = performance.now.bind(performance)
  const now = (): number => Math.floor(startMs + elapsedMs())
  replace(NativeDate, 'now', now)
  const shifted = new Proxy(NativeDate, {
    construct: (native, args, target) =>
      Reflect.construct(native, args.length === 0 ? [now()] : args, target),
    apply: (native) => new native(now()).toString(),
  })
  NativeDate.prototype.constructor = shifted
  Object.defineProperty(globalThis, 'Date', { value: shifted, writable: true, configurable: true })

  const temporal = (globalThis as { Temporal?: typeof Temporal }).Temporal
  if (temporal !== undefined) {
    const { Now, Instant } = temporal
    const instant = () => Instant.fromEpochMilliseconds(now())
    const zoned = (zone: unknown) => instant().toZonedDateTimeISO((zone as string) ?? Now.timeZoneId())
    replace(Now, 'instant', instant)
    replace(Now, 'zonedDateTimeISO', (_native, _self, [zone]) => zoned(zone))
    replace(Now, 'plainDateTimeISO', (_native, _self, [zone]) => zoned(zone).toPlainDateTime())
    replace(Now, 'plainDateISO', (_native, _self, [zone]) => zoned(zone).toPlainDate())
    replace(Now, 'plainTimeISO', (_native, _self, [zone]) => zoned(zone).toPlainTime())
  }

  // The browser's own clock decides when a cookie ends: one that a script sets lasts as long as it means it to.
  const cookie = realm.Document && Object.getOwnPropertyDescriptor(realm.Document.prototype, 'cookie')
  if (realm.Document === undefined || cookie?.set === undefined) return
  const lasting = (text: string): string =>
    text.replace(/(;\s*expires\s*=\s*)([^;]*)/i, (all, name: string, end: string) => {
      const endMs = NativeDate.parse(end)
      return Number.isNaN(endMs) ? all : name + new NativeDate(endMs - aheadMs).toUTCString()
    })
  const set = new Proxy(cookie.set, {
    apply: (native, self, [text]) => Reflect.apply(native, self, [lasting(String(text))]),
  })
  Object.defineProperty(realm.Document.prototype, 'cookie', { ...cookie, set })
}
