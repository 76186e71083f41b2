import type { AlarmName, Surroundings } from '../../../extension/send/environment.ts'
import type { Area } from '../../../extension/store/store.ts'
import { openStore } from '../../../extension/store/store.ts'

export const STUDY = {
  list: 'sandbox',
  fetchedDay: null,
  sites: Array.from({ length: 1_000 }, (_, site) => ({ site, domain: `site${site}.test` })),
}

export interface Asked {
  readonly url: string
  readonly method: string
  readonly headers: Record<string, string>
  readonly body: Record<string, unknown>
}

/** A browser without a browser: its clock, alarms, permissions and network are the test's. */
export interface MadeUp extends Surroundings {
  nowMs: number
  readonly alarms: Map<AlarmName, number>
  /** Patterns that may be read; `all`: every one. */
  permissions: 'all' | readonly string[]
  collectedOn: readonly string[]
  readonly asked: Asked[]
  /** Answers every request. */
  answer: (asked: Asked) => Response | Promise<Response>
  settings: { server: string | null; invite: string | null }
}

export function madeUp(): MadeUp {
  const values = new Map<string, string>()
  const area: Area = {
    // As in a browser, what is read is a copy.
    get: async (key) => (values.has(key) ? { [key]: JSON.parse(values.get(key) ?? '') } : {}),
    set: async (all) => {
      for (const [key, value] of Object.entries(all)) values.set(key, JSON.stringify(value))
    },
    remove: async (key) => void values.delete(key),
  }
  const around: MadeUp = {
    store: openStore(area),
    ...{ browser: 'chromium', major: 156, nowMs: Date.UTC(2026, 10, 21, 12) },
    ...{ alarms: new Map(), permissions: 'all', collectedOn: [], asked: [] },
    settings: { server: 'https://towline.example', invite: null },
    answer: () => Response.json({ accepted: true, reason: null }, { status: 201 }),
    now: () => around.nowMs,
    chance: async () => ({ random: () => 0.5, overrideMs: null }),
    fetch: async (url, init) => {
      const asked = {
        ...{ url: String(url), method: init?.method ?? 'GET' },
        headers: { ...(init?.headers as Record<string, string>) },
        body: init?.body === undefined ? {} : JSON.parse(String(init.body)),
      }
      around.asked.push(asked)
      return around.answer(asked)
    },
    study: async () => STUDY,
    collector: async () => around.settings,
    mayRead: async (patterns) =>
      around.permissions === 'all' || patterns.every((each) => around.permissions.includes(each)),
    collectOn: async (patterns) => {
      around.collectedOn = patterns
    },
    alarmAt: async (name, whenMs) => {
      if (whenMs === null) around.alarms.delete(name)
      else around.alarms.set(name, whenMs)
    },
    alone: (what, run) => navigator.locks.request(`made-up-${what}`, run),
  }
  return around
}
