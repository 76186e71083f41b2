import assert from 'node:assert/strict'
import { test } from 'node:test'
import { surveyById } from '../../../db/survey/surveys.ts'
import { AdoptionCache } from '../../../server/survey/adoption-cache.ts'
import { surveyAnswer } from '../../../server/survey/survey-answer.ts'
import { SurveyedRows } from '../../../server/survey/surveyed-rows.ts'
import { opened } from '../../opened.ts'
import { handlerBench } from '../handler-bench.ts'

const bench = opened(handlerBench)

test('the adoption of a finished survey is computed once, that of a running one with each change', async () => {
  const { context, writer, fixture } = bench
  const cache = new AdoptionCache(context.db)
  const finished = { id: fixture.surveyId, state: 'finished', sites: 30 } as const
  assert.equal(await cache.summarise(finished), await cache.summarise(finished))
  const running = { ...finished, state: 'running' } as const
  const before = await cache.summarise(running)
  assert.equal(await cache.summarise(running), before)
  await writer.write(async () => undefined)
  assert.notEqual(await cache.summarise(running), before)
})

test('the rows of a finished survey are read once', async () => {
  const rows = new SurveyedRows(bench.context.db)
  const { surveyId } = bench.fixture
  const surveyed = await rows.read({ id: surveyId, state: 'finished' })
  assert.deepEqual([surveyed.rows.length, surveyed.cutAtRank], [30, null])
  assert.deepEqual(surveyed.rows[3]?.h3Claimed, true)
  assert.equal(await rows.read({ id: surveyId, state: 'finished' }), surveyed)
  assert.notEqual(await rows.read({ id: surveyId, state: 'running' }), surveyed)
})

test('of a file only the name is shown, of a URL all of it', async () => {
  const survey = (await surveyById(bench.context.db, bench.fixture.surveyId)) ?? assert.fail()
  const shown = (source: string) => surveyAnswer({ ...survey, list: { ...survey.list, source } }).list.source
  assert.equal(shown('/home/me/list.csv'), 'list.csv')
  assert.equal(shown('https://tranco.test/list'), 'https://tranco.test/list')
})
