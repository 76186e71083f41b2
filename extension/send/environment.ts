/// <reference types="chrome" />

import { TARGET, type Target } from '../capture/target.ts'
import { published } from '../store/published.ts'
import type { Study } from '../store/published-data.ts'
import { DEFAULT_SETTINGS } from '../store/settings.ts'
import { openStore, type Store } from '../store/store.ts'
import type { Randomness } from './delay.ts'

export type AlarmName = 'send' | 'delete' | 'refresh'

/** Needs of contributing from a browser; tests bring their own. */
export interface Environment {
  readonly store: Store
  readonly browser: Target
  /** Major number of the browser's version. */
  readonly major: number
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly randomness: () => Promise<Randomness>
  readonly fetch: typeof fetch
  /** Sites under study; null where there are none. */
  readonly study: () => Promise<Study | null>
  /** Origin of the collecting server and the token of a pilot; null server: none is set. */
  readonly collector: () => Promise<{ readonly server: string | null; readonly invite: string | null }>
  /** Origin of towline's public server; null: there is none. */
  readonly publicServer: () => Promise<string | null>
  /** Whether the browser lets the extension read these hosts (`https://host/*`). */
  readonly mayRead: (patterns: readonly string[]) => Promise<boolean>
  /** The hosts whose pages are measured by themselves from now on, and no others. */
  readonly collectOn: (patterns: readonly string[]) => Promise<void>
  /** Is null where it is not done at all. */
  readonly setAlarm: (name: AlarmName, whenMs: number | null) => Promise<void>
  /** One at a time, over all pages and the worker. */
  readonly withLock: <T>(what: 'network', run: () => Promise<T>) => Promise<T>
}

/** Firefox asks for these besides hosts: its own consent to data leaving the browser. */
export const DATA_PERMISSIONS =
  TARGET === 'firefox' ? { data_collection: ['browsingActivity', 'technicalAndInteraction'] } : {}

const SCRIPT = 'collect'

export function browserEnvironment(): Environment {
  const store = openStore(chrome.storage.local)
  return {
    store,
    browser: TARGET,
    major: Number(/(?:Chrome|Firefox)\/(\d+)/.exec(navigator.userAgent)?.[1] ?? 0),
    now: () => Date.now(),
    randomness: async () => ({ random: Math.random, overrideMs: await store.read('delayMs') }),
    fetch: (...request) => fetch(...request),
    study: () => published(store, 'study'),
    async collector() {
      const { server, invite } = (await store.read('settings')) ?? DEFAULT_SETTINGS
      return { server: server ?? (await packagedOrigin('server')), invite }
    },
    publicServer: () => packagedOrigin('public-server'),
    mayRead: (origins) =>
      chrome.permissions.contains({
        origins: [...origins],
        ...DATA_PERMISSIONS,
      } as chrome.permissions.Permissions),
    collectOn,
    async setAlarm(name, whenMs) {
      if (whenMs === null) await chrome.alarms.clear(name)
      else await chrome.alarms.create(name, { when: whenMs })
    },
    withLock: (what, run) => navigator.locks.request(`towline-${what}`, run),
  }
}

async function packagedOrigin(name: 'server' | 'public-server'): Promise<string | null> {
  const response = await fetch(chrome.runtime.getURL(`${name}.json`))
  return (await response.json()) as string | null
}

/** One registration for all hosts, so that the registration can be read and changed as one. */
async function collectOn(patterns: readonly string[]): Promise<void> {
  const [before] = await chrome.scripting.getRegisteredContentScripts({ ids: [SCRIPT] })
  if (patterns.length === 0) {
    if (before) await chrome.scripting.unregisterContentScripts({ ids: [SCRIPT] })
    return
  }
  const script: chrome.scripting.RegisteredContentScript = {
    ...{ id: SCRIPT, matches: [...patterns] },
    // Begins with a slash: Firefox takes a name without one to be beside the page that registers it.
    js: ['/collect.js'],
    // Firefox keeps no history of visibility: there the script has to be there from the start.
    runAt: TARGET === 'firefox' ? 'document_start' : 'document_idle',
  }
  if (before) await chrome.scripting.updateContentScripts([script])
  else await chrome.scripting.registerContentScripts([script])
}
