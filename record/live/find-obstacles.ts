import type { CDPSession } from 'puppeteer'
import { within } from '../../crawler/process/deadline.ts'
import { OBSTACLES, type Obstacle } from '../../model/recording/recording.ts'

/** A page that is busy does not answer. */
const LIMIT_MS = 2_000

/** Looks at what a visitor sees who does nothing: what covers the middle of the window and stays there, and fields for a password. */
const LOOK = `(() => {
  const found = []
  let covering = document.elementFromPoint(innerWidth / 2, innerHeight / 2)
  const parentOf = (element) => element.parentElement ?? element.getRootNode().host ?? null
  for (; covering !== null; covering = parentOf(covering)) {
    const isPage = covering === document.body || covering === document.documentElement
    if (!isPage && (covering.matches(':modal') || getComputedStyle(covering).position === 'fixed')) break
  }
  if (covering !== null) found.push('dialogue')
  const fields = [...document.querySelectorAll('input[type=password]')]
  if (fields.some((field) => field.checkVisibility({ visibilityProperty: true }))) found.push('password')
  return found
})()`

/** Finds what keeps a stranger from the page that is loaded; null where it does not say. */
export async function findObstacles(session: CDPSession): Promise<readonly Obstacle[] | null> {
  const asked = session.send('Runtime.evaluate', { expression: LOOK, returnByValue: true })
  const answer = await within(asked, LIMIT_MS).catch(() => null)
  if (!answer?.inTime) return null
  const { value } = answer.value.result as { readonly value?: unknown }
  return Array.isArray(value) ? OBSTACLES.filter((each) => value.includes(each)) : null
}
