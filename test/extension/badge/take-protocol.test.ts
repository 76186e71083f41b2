import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { takeProtocol } from '../../../extension/badge/take-protocol.ts'
import type { Sender } from '../../../extension/send/take-message.ts'
import { fakeEnvironment } from '../send/fake-environment.ts'

const SENDER = { id: 'towline', frameId: 0, tab: { id: 5, incognito: false } } as unknown as Sender
const MESSAGE = { kind: 'protocol', badge: 'h3' }

describe('a page’s word for the badge', () => {
  let texts: { tabId: number; text: string }[] = []
  const action = {
    setBadgeText: async (shown: (typeof texts)[number]) => void texts.push(shown),
    setBadgeTextColor: async () => {},
    setBadgeBackgroundColor: async () => {},
    setTitle: async () => {},
  }
  beforeEach(() => {
    texts = []
    Object.assign(globalThis, { chrome: { action } })
  })
  afterEach(() => {
    Reflect.deleteProperty(globalThis, 'chrome')
  })

  async function shown(message: unknown, sender: Partial<Sender> = {}, everyPage = true) {
    const { store } = fakeEnvironment()
    await store.write('badge', { everyPage, coloured: false })
    await takeProtocol(store, 'towline', message, { ...SENDER, ...sender })
    return texts
  }

  test('is shown on the tab that it came from', async () => {
    assert.deepEqual(await shown(MESSAGE), [{ tabId: 5, text: 'h3' }])
  })

  test('is no badge where it is no word of the list', async () => {
    assert.deepEqual(await shown({ ...MESSAGE, badge: 'any text' }), [{ tabId: 5, text: '' }])
  })

  const ignored: readonly (readonly [string, unknown, Partial<Sender>, boolean?])[] = [
    ['of another extension', MESSAGE, { id: 'other' }],
    ['of a frame', MESSAGE, { frameId: 3 }],
    ['of a private window', MESSAGE, { tab: { id: 5, incognito: true } as chrome.tabs.Tab }],
    ['of another kind', { ...MESSAGE, kind: 'load' }, {}],
    ['that is no message', null, {}],
    ['while the badge is off', MESSAGE, {}, false],
  ]
  for (const [title, message, sender, everyPage] of ignored)
    test(`${title} is ignored`, async () => assert.deepEqual(await shown(message, sender, everyPage), []))
})
