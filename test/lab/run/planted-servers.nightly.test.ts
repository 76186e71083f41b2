import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { wireValues } from '../../../db/lab/wire-values.ts'
import type { ServerBehaviour } from '../../../figures/server-behaviour.ts'
import { serverBehaviour } from '../../../server/figures/server-behaviour.ts'
import { noBrowser } from '../../crawler/probe/browser/probe-browser.ts'
import { cannotCapture } from '../../crawler/probe/packets/captured-page.ts'
import { opened } from '../../opened.ts'
import { whyNoLink } from '../link/why-no-link.ts'
import { whyNoServer } from '../origin/running-server.ts'
import { ranPlans } from './run-plan.ts'

const PAUSE_MS = 20
/** A packet less where something else has taken its room, up to three more where certificates were acknowledged before. */
const WHOLE = /^honours priorities; begins with (9|1[0-3]) packets/
const WINDOW = 4
/** Our own server as four that differ in one thing each; which pages load slower nobody asks. */
const PLAN = `
title: Servers that differ in one thing each
arms: [h2, h3]
rounds: 3
pauseMs: 1
seed: 9
held: { rttMs: 80, congestionControl: cubic, initcwnd: 10, priorities: on, thinkMs: 0 }
factors: { page: [single-300000, late-stylesheet] }
also:
  - { page: [single-300000, late-stylesheet], priorities: off }
  - { page: [single-300000, late-stylesheet], initcwnd: ${WINDOW} }
  - { page: [single-300000, late-stylesheet], thinkMs: ${PAUSE_MS} }
`

const skip = noBrowser || cannotCapture || whyNoLink() || (await whyNoServer('towline'))

describe('what is planted in a server is found in its packets over a link', { skip }, () => {
  let found: ServerBehaviour
  const ran = opened(
    () => ranPlans([PLAN]),
    async () => {
      found = await serverBehaviour(ran.db, 1)
    },
  )

  const rowOf = (changed: Readonly<Record<string, string | number>>, arm = 'h3') => {
    const settings = { initcwnd: 10, priorities: 'on', thinkMs: 0, ...changed }
    const row = found.rows.find(
      (each) =>
        each.arm === arm && Object.entries(settings).every(([name, level]) => each.settings[name] === level),
    )
    assert.ok(row, `${JSON.stringify(settings)} ${arm}`)
    return row
  }

  test('a server as it should be honours priorities, begins with ten packets and answers at once', () => {
    const { inWords } = rowOf({})
    assert.match(inWords, WHOLE)
  })

  test('one with priorities switched off is named as such, and has the same window', () => {
    assert.match(rowOf({ priorities: 'off' }).inWords, /^ignores priorities; begins with (9|1[0-3]) packets/)
  })

  test('one with a window of four is named as such, over QUIC and TCP, and honours priorities', () => {
    const { inWords } = rowOf({ initcwnd: WINDOW })
    assert.match(inWords, /^honours priorities; begins with [3-7] packets/)
    assert.match(rowOf({ initcwnd: WINDOW, priorities: 'on' }, 'h2').inWords, /begins with [3-7] packets/)
  })

  test('one that pauses before each body is named as such, by the pause', async () => {
    // A busy machine makes any server wait now and then: the quickest load shows what the server does each time.
    const leastMs = async (thinkMs: number) => {
      const loads = await wireValues(ran.db, 1, ['answer_wait_ms'])
      const own = loads.filter(({ arm, factors }) => arm === 'h3' && factors.thinkMs === thinkMs)
      return Math.min(...own.map(({ values }) => values.answer_wait_ms ?? Number.NaN))
    }
    const pauseMs = (await leastMs(PAUSE_MS)) - (await leastMs(0))
    assert.ok(Math.abs(pauseMs - PAUSE_MS) <= 10, `${pauseMs} ms`)
    assert.match(
      rowOf({ thinkMs: PAUSE_MS }).inWords,
      /^honours priorities; .*pauses \d\d ms before answers$/,
    )
  })
})
