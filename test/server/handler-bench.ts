import { pino } from 'pino'
import type { Database } from '../../db/connection/database.ts'
import { ComparisonSource } from '../../server/comparisons/comparison-source.ts'
import { ComparisonThread } from '../../server/comparisons/comparison-thread.ts'
import { MedianSamples } from '../../server/comparisons/median-sample.ts'
import { SortedSeriesCache } from '../../server/comparisons/sorted-series.ts'
import { type Answer, ENDPOINTS, type EndpointName } from '../../server/contract/contract.ts'
import { FieldReferenceCache } from '../../server/field/field-reference.ts'
import { LoadRunCache } from '../../server/load/load-run-cache.ts'
import type { Context } from '../../server/request/context.ts'
import type { Handler } from '../../server/request/handler.ts'
import { parseRequest, type Raw } from '../../server/request/parse-request.ts'
import { AdoptionCache } from '../../server/survey/adoption-cache.ts'
import { SurveyedRows } from '../../server/survey/surveyed-rows.ts'
import { TrendCache } from '../../server/survey/trend-cache.ts'
import { temporarySqlite } from '../db/databases.ts'
import type { Fixture } from './fixture.ts'
import { openFixture } from './fixture-template.ts'

/** Handlers without Express, over a real database with the fixture in it. */
export interface HandlerBench extends AsyncDisposable {
  readonly context: Context
  readonly writer: Database
  readonly fixture: Fixture
  /** What a handler answers to a request as it stands in a URL; request and answer are held against the contract. */
  answer<Name extends EndpointName>(
    name: Name,
    handler: Handler<Name>,
    params?: Raw,
    query?: Raw,
  ): Promise<Answer<Name>>
}

export async function handlerBench(): Promise<HandlerBench> {
  await using resources = new AsyncDisposableStack()
  const database = resources.use(await temporarySqlite())
  const { db: writer, fixture } = await openFixture(database)
  resources.use(writer)
  const db = resources.use(await database.open({ readOnly: true }))
  const context: Context = {
    db,
    log: pino({ level: 'silent' }),
    toolVersion: '0.1.0',
    recorded: false,
    dataLicense: 'CC-BY-4.0',
    checksPerDay: null,
    adoption: new AdoptionCache(db),
    trends: new TrendCache(db),
    series: new SortedSeriesCache(db),
    medians: new MedianSamples(db),
    comparisons: new ComparisonSource(db, resources.use(new ComparisonThread())),
    surveyed: new SurveyedRows(db),
    reference: new FieldReferenceCache(db),
    loads: new LoadRunCache(db),
  }
  const owned = resources.move()
  return {
    context,
    writer,
    fixture,
    async answer<Name extends EndpointName>(
      name: Name,
      handler: Handler<Name>,
      params: Raw = {},
      query: Raw = {},
    ): Promise<Answer<Name>> {
      const request = parseRequest<Name>(ENDPOINTS[name], params, query)
      const reply = await handler(context, request, { pilot: null })
      if (!('answer' in reply)) throw new TypeError(`${name} answers with a file`)
      return ENDPOINTS[name].answer.parse(reply.answer) as Answer<Name>
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
