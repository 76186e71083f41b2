import type { AlarmName, Environment } from '../../../extension/send/environment.ts'
import type { Area } from '../../../extension/store/store.ts'
import { openStore } from '../../../extension/store/store.ts'

export const STUDY = {
  list: 'sandbox',
  fetchedDay: null,
  sites: Array.from({ length: 1_000 }, (_, site) => ({ site, domain: `site${site}.test` })),
}

export interface SentRequest {
  readonly url: string
  readonly method: string
  readonly headers: Record<string, string>
  readonly body: Record<string, unknown>
}

/** A browser without a browser: its clock, alarms, permissions and network are the test's. */
export interface FakeEnvironment extends Environment {
  nowMs: number
  readonly alarms: Map<AlarmName, number>
  /** Patterns that may be read; `all`: every one. */
  permissions: 'all' | readonly string[]
  collectedOn: readonly string[]
  readonly asked: SentRequest[]
  /** Answers every request. */
  answer: (asked: SentRequest) => Response | Promise<Response>
  settings: { server: string | null; invite: string | null }
}

export function fakeEnvironment(): FakeEnvironment {
  const values = new Map<string, string>()
  const area: Area = {
    // As in a browser, what is read is a copy.
    get: async (key) => (values.has(key) ? { [key]: JSON.parse(values.get(key) ?? '') } : {}),
    set: async (all) => {
      for (const [key, value] of Object.entries(all)) values.set(key, JSON.stringify(value))
    },
    remove: async (key) => void values.delete(key),
  }
  const environment: FakeEnvironment = {
    store: openStore(area),
    ...{ browser: 'chromium', major: 156, nowMs: Date.UTC(2026, 10, 21, 12) },
    ...{ alarms: new Map(), permissions: 'all', collectedOn: [], asked: [] },
    settings: { server: 'https://towline.example', invite: null },
    answer: () => Response.json({ accepted: true, reason: null }, { status: 201 }),
    now: () => environment.nowMs,
    randomness: async () => ({ random: () => 0.5, overrideMs: null }),
    fetch: async (url, init) => {
      const asked = {
        ...{ url: String(url), method: init?.method ?? 'GET' },
        headers: { ...(init?.headers as Record<string, string>) },
        body: init?.body === undefined ? {} : JSON.parse(String(init.body)),
      }
      environment.asked.push(asked)
      return environment.answer(asked)
    },
    study: async () => STUDY,
    collector: async () => environment.settings,
    publicServer: async () => null,
    mayRead: async (patterns) =>
      environment.permissions === 'all' || patterns.every((each) => environment.permissions.includes(each)),
    collectOn: async (patterns) => {
      environment.collectedOn = patterns
    },
    setAlarm: async (name, whenMs) => {
      if (whenMs === null) environment.alarms.delete(name)
      else environment.alarms.set(name, whenMs)
    },
    withLock: (what, run) => navigator.locks.request(`made-up-${what}`, run),
  }
  return environment
}
