import { LRUCache } from 'lru-cache'

interface VisitorLimitOptions {
  /** Requests at once, and again within a minute; 0 for any number. */
  readonly perMinute: number
  /** 0 for any number. */
  readonly perDay: number
  /** Different things a day (safety.md ING-9); 0 for any number. */
  readonly subjectsPerDay: number
  /** Requests about the same thing a day; 0 for any number. */
  readonly perSubject: number
  readonly clock: () => number
  /** Wall time, ISO 8601 in UTC. */
  readonly now: () => string
  /** Buckets held; the oldest is forgotten for one more. Default 50,000. */
  readonly mostBuckets?: number
}

interface Bucket {
  /** Requests it may make at once. */
  allowance: number
  allowanceAtMs: number
  today: number
  /** Is null until there is one: most visitors are turned away before. */
  subjects: Map<string, number> | null
}

const DAY_S = 86_400

/** Says how often one visitor may come, by the name of its bucket. Each answers with the seconds to wait, 0 for none. */
export class VisitorLimits {
  readonly #options: VisitorLimitOptions
  readonly #buckets: LRUCache<string, Bucket>
  #day = ''

  constructor(options: VisitorLimitOptions) {
    this.#options = options
    // `max` would allocate room for all of them at once.
    this.#buckets = new LRUCache({ maxSize: options.mostBuckets ?? 50_000, sizeCalculation: () => 1 })
  }

  countRequest(name: string): number {
    const { perMinute, perDay, clock } = this.#options
    const bucket = this.#bucket(name)
    if (perDay > 0 && bucket.today >= perDay) return this.#toMidnightS()
    if (perMinute > 0) {
      const nowMs = clock()
      const gained = ((nowMs - bucket.allowanceAtMs) * perMinute) / 60_000
      bucket.allowance = Math.min(perMinute, bucket.allowance + gained)
      bucket.allowanceAtMs = nowMs
      if (bucket.allowance < 1) return Math.ceil(((1 - bucket.allowance) * 60) / perMinute)
      bucket.allowance -= 1
    }
    bucket.today += 1
    return 0
  }

  countSubject(name: string, thing: string): number {
    const { subjectsPerDay: thingsPerDay, perSubject: perThing } = this.#options
    if (thingsPerDay === 0 && perThing === 0) return 0
    const bucket = this.#bucket(name)
    bucket.subjects ??= new Map()
    const before = bucket.subjects.get(thing) ?? 0
    if (before === 0 && thingsPerDay > 0 && bucket.subjects.size >= thingsPerDay) return this.#toMidnightS()
    if (perThing > 0 && before >= perThing) return this.#toMidnightS()
    bucket.subjects.set(thing, before + 1)
    return 0
  }

  #bucket(name: string): Bucket {
    const { perMinute, clock, now } = this.#options
    const day = now().slice(0, 10)
    if (day !== this.#day) {
      this.#day = day
      this.#buckets.clear()
    }
    // Not `get`, which would make it the last to be forgotten.
    const known = this.#buckets.peek(name)
    if (known !== undefined) return known
    const bucket: Bucket = { allowance: perMinute, allowanceAtMs: clock(), today: 0, subjects: null }
    this.#buckets.set(name, bucket)
    return bucket
  }

  #toMidnightS(): number {
    return DAY_S - Math.floor((Date.parse(this.#options.now()) / 1_000) % DAY_S)
  }
}
