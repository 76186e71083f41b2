import type { BadgeChoice } from './badge-choice.ts'
import { type ContributionState, EMPTY_STATE } from './contribution-state.ts'
import type { LastLoad } from './last-load.ts'
import type { Reference, Study } from './published-data.ts'
import type { Settings } from './settings.ts'

export interface Stored {
  readonly contribution: ContributionState
  readonly settings: Settings
  readonly study: Study
  readonly reference: Reference
  readonly lastLoad: LastLoad
  readonly badge: BadgeChoice
  /**
   * Milliseconds in the place of every random delay; for development and tests. Nothing shows it, and only pages of the
   * extension can reach this storage (`sealStorage`).
   */
  readonly delayMs: number
}

export interface Store {
  /** Is null where nothing is stored. */
  read<Key extends keyof Stored>(key: Key): Promise<Stored[Key] | null>
  write<Key extends keyof Stored>(key: Key, value: Stored[Key]): Promise<void>
  remove(key: keyof Stored): Promise<void>
  /** The state of contributing; empty at first. */
  state(): Promise<ContributionState>
  /** Reads, changes and writes the state as one: no other page or worker comes in between. */
  change(to: (state: ContributionState) => ContributionState): Promise<ContributionState>
}

/** The needed part of `chrome.storage.StorageArea`. */
export interface Area {
  get(key: string): Promise<Record<string, unknown>>
  set(values: Record<string, unknown>): Promise<void>
  remove(key: string): Promise<void>
}

export function openStore(area: Area): Store {
  const read = async <Key extends keyof Stored>(key: Key): Promise<Stored[Key] | null> =>
    ((await area.get(key))[key] as Stored[Key] | undefined) ?? null
  const state = async () => ({ ...EMPTY_STATE, ...(await read('contribution')) })
  return {
    ...{ read, state },
    write: (key, value) => area.set({ [key]: value }),
    remove: (key) => area.remove(key),
    change: (to) =>
      navigator.locks.request('towline-state', async () => {
        const changed = to(await state())
        await area.set({ contribution: changed })
        return changed
      }),
  }
}
