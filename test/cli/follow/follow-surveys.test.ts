import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EXIT } from '../../../cli/exit/exit-codes.ts'
import { type Following, followSurveys } from '../../../cli/follow/follow-surveys.ts'
import { SeriesHeld } from '../../../cli/follow/series-lock.ts'
import type { SurveyRow, SurveyState } from '../../../db/survey/surveys.ts'

const DAY_MS = 86_400_000

/** A machine with a clock that sleeping moves on, whose surveys end with these exit codes and then with a stop. */
function machine(codes: readonly number[], { once = false, made = [] as SurveyRow[] } = {}) {
  const log: string[] = []
  let nowMs = Date.parse('2026-01-31T00:00:00.000Z')
  const left = [...codes]
  const following: Following = {
    period: 'month',
    once,
    surveys: async () => made,
    survey: async (unfinished) => {
      const day = new Date(nowMs).toISOString().slice(0, 10)
      const code = left.shift()
      if (code === undefined) return EXIT.interrupted
      log.push(unfinished === null ? `made ${day}` : `resumed ${unfinished.id} ${day}`)
      const state: SurveyState = code === EXIT.ok ? 'finished' : 'stopped'
      const id = unfinished?.id ?? made.length + 1
      const createdAt = unfinished?.createdAt ?? new Date(nowMs).toISOString()
      made[id - 1] = { id, createdAt, state } as SurveyRow
      nowMs += DAY_MS / 2
      return code
    },
    locked: (work) => work(new AbortController().signal),
    now: () => nowMs,
    sleep: async (ms) => {
      assert.ok(ms > 0 && ms <= 60_000, 'a clock that was set is noticed within a minute')
      nowMs += ms
    },
    say: () => undefined,
  }
  return { following, log }
}

test('the first survey is made at once, then one a month', async () => {
  const { following, log } = machine([EXIT.ok, EXIT.ok, EXIT.ok])
  assert.equal(await followSurveys(following), EXIT.interrupted)
  assert.deepEqual(log, ['made 2026-01-31', 'made 2026-02-28', 'made 2026-03-31'])
})

test('a survey that is not finished is resumed before anything else is due', async () => {
  const made = [{ id: 1, createdAt: '2026-01-30T00:00:00.000Z', state: 'stopped' } as SurveyRow]
  const { following, log } = machine([EXIT.ok, EXIT.ok], { made })
  await followSurveys(following)
  assert.deepEqual(log, ['resumed 1 2026-01-31', 'made 2026-02-28'])
})

test('after a failure of the network or of a worker the survey is resumed', async () => {
  const { following, log } = machine([EXIT.unavailable, EXIT.software, EXIT.ok])
  await followSurveys(following)
  assert.deepEqual(log, ['made 2026-01-31', 'resumed 1 2026-01-31', 'resumed 1 2026-02-01'])
})

for (const code of [EXIT.usage, EXIT.config, EXIT.interrupted])
  test(`exit code ${code} ends the command: waiting does not help`, async () => {
    const { following, log } = machine([code, EXIT.ok])
    assert.equal(await followSurveys(following), code)
    assert.equal(log.length, 1)
  })

test('once makes what is due and ends, and nothing where nothing is', async () => {
  const made: SurveyRow[] = []
  const first = machine([EXIT.ok], { once: true, made })
  assert.equal(await followSurveys(first.following), EXIT.ok)
  const again = machine([EXIT.ok], { once: true, made })
  assert.equal(await followSurveys(again.following), EXIT.ok)
  assert.deepEqual([first.log, again.log], [['made 2026-01-31'], []])
})

/** Another process holds the series the first time that this one wants it, and has made this survey when it lets go. */
function heldOnce(following: Following, made: SurveyRow[], survey: SurveyRow | null): Following {
  let asked = 0
  return {
    ...following,
    locked: async (work) => {
      asked += 1
      if (asked > 1) return following.locked(work)
      if (survey !== null) made.push(survey)
      throw new SeriesHeld('another towline makes this survey')
    },
  }
}

test('a survey that another process makes is awaited, and made where that did not', async () => {
  const createdAt = '2026-01-31T00:00:00.000Z'
  const made: SurveyRow[] = []
  const { following, log } = machine([EXIT.ok], { made })
  await followSurveys(heldOnce(following, made, { id: 1, createdAt, state: 'finished' } as SurveyRow))
  assert.deepEqual(log, ['made 2026-02-28'])

  const alone = machine([EXIT.ok])
  await followSurveys(heldOnce(alone.following, [], null))
  assert.deepEqual(alone.log, ['made 2026-01-31'])
})

test('once does not wait for another process', async () => {
  const { following, log } = machine([EXIT.ok], { once: true })
  await assert.rejects(followSurveys(heldOnce(following, [], null)), { exitCode: EXIT.tempFail })
  assert.deepEqual(log, [])
})

test('a survey that another process has made while this one took the series is not made again', async () => {
  const made: SurveyRow[] = []
  const { following, log } = machine([EXIT.ok], { once: true, made })
  const createdAt = '2026-01-31T00:00:00.000Z'
  const code = await followSurveys({
    ...following,
    locked: async (work) => {
      made.push({ id: 1, createdAt, state: 'finished' } as SurveyRow)
      return following.locked(work)
    },
  })
  assert.deepEqual([code, log], [EXIT.ok, []])
})
