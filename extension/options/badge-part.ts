/// <reference types="chrome" />

import { EVERY_PAGE, followBadge, releaseEveryPage } from '../badge/follow-badge.ts'
import { type BadgeChoice, DEFAULT_BADGE_CHOICE } from '../store/badge-choice.ts'
import type { Store } from '../store/store.ts'

/** The two choices of the toolbar's badge. */
export async function attachBadge(store: Store, document: Document): Promise<void> {
  const element = (id: string) => document.getElementById(id) as HTMLInputElement
  const [everyPage, coloured] = [element('badge-every-page'), element('badge-coloured')]
  const choice = async () => (await store.read('badge')) ?? DEFAULT_BADGE_CHOICE
  const show = async () => {
    const chosen = await choice()
    everyPage.checked = chosen.everyPage
    coloured.checked = chosen.coloured
  }
  const change = async (changed: Partial<BadgeChoice>) => {
    await store.write('badge', { ...(await choice()), ...changed })
    await followBadge(store)
    await show()
  }
  coloured.addEventListener('change', () => void change({ coloured: coloured.checked }))
  everyPage.addEventListener('change', () => {
    if (!everyPage.checked) return void change({ everyPage: false }).then(() => releaseEveryPage(store))
    // The browser's question must come from the click itself: nothing may be waited for before it.
    void chrome.permissions
      .request({ origins: EVERY_PAGE })
      .then((granted) => (granted ? change({ everyPage: true }) : show()))
  })
  await show()
}
