import assert from 'node:assert/strict'
import { violations } from './axe.ts'
import type { Visitor } from './visitor.ts'

const DESK = { width: 1_200, height: 900 }
const PHONES = [
  { width: 390, height: 844 },
  { width: 320, height: 740 },
] as const

const setScheme = ({ page }: Visitor, value: 'light' | 'dark'): Promise<void> =>
  page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }])

/** Tables in the page whose rows lose sight of what they are about when they are scrolled to their end. */
const ROWS_WITHOUT_NAME = `[...document.querySelectorAll('.table-scroll')].filter((box) => {
  box.scrollLeft = box.scrollWidth
  if (box.scrollLeft === 0) return false
  const cell = box.querySelector('tbody .first') ?? box.querySelector('tbody tr > :first-child:not([colspan])')
  return cell !== null && Math.round(cell.getBoundingClientRect().left - box.getBoundingClientRect().left) !== 0
}).map((box) => box.ariaLabel)`

/** Boxes that scroll sideways and do not show it at their edge; the list of pages and a drawing of many rows do so themselves. */
export const CUT_UNSEEN = `[...document.querySelectorAll('#main *')].filter((box) => {
  const { overflowX, backgroundAttachment } = getComputedStyle(box)
  return /auto|scroll/.test(overflowX) && box.scrollWidth > box.clientWidth + 1 && backgroundAttachment !== 'local, scroll'
}).map((box) => box.className || box.tagName)`

/** Texts of charts that reach beyond their drawing, which cuts them. */
export const CUT_TEXTS = `[...document.querySelectorAll('#main svg.chart .axis text')].filter((text) => {
  const [drawing, own] = [text.ownerSVGElement, text].map((each) => each.getBoundingClientRect())
  return own.width > 0 && Math.max(drawing.left - own.left, own.right - drawing.right) > 1
}).map(({ textContent }) => textContent)`

/** Holds the page that is shown against axe-core: all of its rules in the light theme, those of colours in the dark one. */
export async function assertSuitsThemes(visitor: Visitor, path: string): Promise<void> {
  assert.deepEqual(await violations(visitor), [], `${path} in the light theme`)
  await setScheme(visitor, 'dark')
  assert.deepEqual(await violations(visitor, 'colours'), [], `${path} in the dark theme`)
  await setScheme(visitor, 'light')
}

/** Holds the page that is shown against axe-core in the dark theme and on a phone, tables behind charts included. */
export async function assertSuitsEveryScreen(visitor: Visitor, path: string): Promise<void> {
  await visitor.resize(DESK)
  await unfold(visitor)
  await setScheme(visitor, 'dark')
  assert.deepEqual(await violations(visitor, 'colours'), [], `${path} in the dark theme`)
  await setScheme(visitor, 'light')
  await visitor.resize(PHONES[0])
  assert.deepEqual(await violations(visitor, 'all but colours'), [], `${path} on a phone`)
}

/** On neither phone the page scrolls sideways, and tables that do keep their first column. Resolves to how many tables do. */
export async function assertFitsPhones(visitor: Visitor, path: string): Promise<number> {
  await unfold(visitor)
  let scrolled = 0
  for (const phone of PHONES) {
    await visitor.resize(phone)
    const where = `${path} on ${phone.width} px`
    const [needed = 0, has = 0] = await visitor.ask<number[]>(
      '[document.scrollingElement.scrollWidth, document.scrollingElement.clientWidth]',
    )
    assert.ok(needed <= has, `${where} needs ${needed} px of ${has}`)
    assert.deepEqual(await visitor.ask(CUT_UNSEEN), [], `${where}: cut without a sign`)
    assert.deepEqual(await visitor.ask(CUT_TEXTS), [], `${where}: cut texts`)
    assert.deepEqual(await visitor.ask(ROWS_WITHOUT_NAME), [], where)
    scrolled += await visitor.ask<number>(
      `[...document.querySelectorAll('.table-scroll')].filter((box) => box.scrollLeft > 0).length`,
    )
  }
  return scrolled
}

/** Opens what is folded: tables behind charts among it. */
async function unfold(visitor: Visitor): Promise<void> {
  await visitor.page.$$eval('details', (all) => {
    for (const one of all) one.open = true
  })
  await visitor.until(
    `[...document.querySelectorAll('details.behind')].every((one) => one.querySelector('table'))`,
  )
}
