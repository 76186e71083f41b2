/// <reference types="chrome" />
import { followBadge } from './badge/follow-badge.ts'
import { takeProtocol } from './badge/take-protocol.ts'
import { followConsent, followPermissions, nextRefreshMs } from './consent/consent.ts'
import { scheduleDeletions, sendDeletions } from './consent/delete-sent.ts'
import { type AlarmName, browserEnvironment, type Environment } from './send/environment.ts'
import { scheduleSending, sendDue } from './send/send.ts'
import { takeMessage } from './send/take-message.ts'
import { refreshPublished } from './store/published.ts'

// It may be ended at any moment and started anew for one event: all listeners are set at once, and nothing is kept here
// (safety.md EXT-6).
const environment = browserEnvironment()

/** Pages' scripts cannot read or write what is stored; browsers without the call never let them see this worker's data. */
void chrome.storage.local.setAccessLevel?.({ accessLevel: 'TRUSTED_CONTEXTS' })

chrome.runtime.onMessage.addListener((message, sender) => {
  void takeMessage(environment, chrome.runtime.id, message, sender)
  void takeProtocol(environment.store, chrome.runtime.id, message, sender)
})

const ON_ALARM: Readonly<Record<AlarmName, (environment: Environment) => Promise<void>>> = {
  send: sendDue,
  delete: sendDeletions,
  refresh,
}

chrome.alarms.onAlarm.addListener(({ name }) => {
  if (Object.hasOwn(ON_ALARM, name)) void ON_ALARM[name as AlarmName](environment)
})

chrome.permissions.onRemoved.addListener(() => {
  void followPermissions(environment)
  void followBadge(environment.store)
})

// Alarms and registered scripts are not sure to survive a browser's restart and an update.
chrome.runtime.onStartup.addListener(() => void resume())
chrome.runtime.onInstalled.addListener(() => void resume())

async function resume(): Promise<void> {
  await followPermissions(environment)
  await followConsent(environment)
  await followBadge(environment.store)
  await scheduleSending(environment)
  await scheduleDeletions(environment)
}

/** Runs once a week, and only while there is consent. */
async function refresh(): Promise<void> {
  const { consent } = await environment.store.state()
  if (consent === null) return
  const { server, invite } = await environment.collector()
  await environment.setAlarm('refresh', await nextRefreshMs(environment))
  if (server === null) return
  try {
    await refreshPublished(environment.store, {
      server,
      invite,
      fetch: environment.fetch,
      nowMs: environment.now(),
    })
  } catch {
    // Next week, then: what there is stays in use.
  }
}
