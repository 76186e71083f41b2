import { isIP } from 'node:net'
import type { FailureCode } from '../../../model/failure-codes.ts'
import type { DnsResult, HttpsRecord, OperationRow } from '../../../model/operation.ts'
import { LIMITS } from '../../network/limits.ts'
import type { SurveyContext } from '../operation/context.ts'
import type { DnsRecord } from '../operation/resolver.ts'
import { type AttemptOutcome, fail, recordRow, succeed } from '../operation/row.ts'
import type { QuestionType } from './dns-message.ts'
import { decodeHttpsRecord } from './https-record.ts'

/** More than any site has; a name server may send thousands. */
const MAX_ADDRESSES = 64

/**
 * Asks for A, AAAA and HTTPS at once, following CNAMEs also where the resolver has left that to us.
 *
 * The row fails where there is no address to connect to; what is known then stays in `result`. Only `result.failures`
 * says that HTTPS alone failed. A literal address in place of a name is its own answer, and
 * `localhost` is this machine: nothing is asked.
 */
export async function dns(
  host: string,
  hop: number,
  context: SurveyContext,
): Promise<OperationRow<DnsResult>> {
  return recordRow({ operation: 'dns', host, hop, endpoint: null, path: null }, context, async () => {
    const literal = host.replace(/^\[(.*)\]$/, '$1')
    if (isIP(literal) !== 0)
      return judge(literalAnswer(literal, 4), literalAnswer(literal, 6), NOTHING, context)
    const name = host.toLowerCase().replace(/\.$/, '')
    if (isLoopback(name))
      return judge(literalAnswer('127.0.0.1', 4), literalAnswer('::1', 6), NOTHING, context)
    const [a, aaaa, https] = await Promise.all([
      lookUp(name, 'A', context),
      lookUp(name, 'AAAA', context),
      lookUpService(name, context),
    ])
    return judge(a, aaaa, https, context)
  })
}

/** Whether a name is that of this machine itself, which no name server is asked for (RFC 6761, 6.3). */
export function isLoopback(name: string): boolean {
  return /(^|\.)localhost$/.test(name)
}

/** The answer to one question, at the end of the CNAME chain. */
interface Found<T = DnsRecord> {
  readonly records: readonly T[]
  readonly cnames: readonly string[]
  readonly ttlsS: readonly number[]
  readonly failure: FailureCode | null
  readonly detail: string | null
}

const NOTHING = { records: [], cnames: [], ttlsS: [], failure: null, detail: null } as const

const literalAnswer = (address: string, family: 4 | 6): Found =>
  isIP(address) === family
    ? { ...NOTHING, records: [{ type: family === 4 ? 'A' : 'AAAA', name: address, ttlS: 0, data: address }] }
    : NOTHING

async function lookUp(name: string, type: QuestionType, { resolver, signal }: SurveyContext): Promise<Found> {
  const chain = [name]
  const ttlsS: number[] = []
  for (let owner = name; ; ) {
    const asked = owner
    const { answers, failure, detail } = await resolver.resolve(asked, type, signal)
    const cnames = () => chain.slice(1)
    if (failure !== null) return { ...NOTHING, cnames: cnames(), ttlsS, failure, detail }
    for (let alias = cnameOf(answers, asked); alias !== null; alias = cnameOf(answers, alias.target)) {
      if (chain.includes(alias.target) || chain.length > LIMITS.cnames) {
        return { ...NOTHING, cnames: cnames(), ttlsS, failure: 'dns_cname_loop', detail: alias.target }
      }
      owner = alias.target
      chain.push(owner)
      ttlsS.push(alias.ttlS)
    }
    const records = answers.filter((each) => each.type === type && ownerOf(each) === owner)
    // A CNAME without what it points to: the resolver has not followed it, or there is no record of this type.
    if (records.length === 0 && owner !== asked) continue
    ttlsS.push(...records.map(({ ttlS }) => ttlS))
    return { records, cnames: cnames(), ttlsS, failure: null, detail: null }
  }
}

/** HTTPS records; an alias (priority 0) is followed once. */
async function lookUpService(name: string, context: SurveyContext): Promise<Found<HttpsRecord>> {
  const direct = decodeAll(await lookUp(name, 'HTTPS', context))
  const alias = direct.records.find(({ priority }) => priority === 0)
  if (alias === undefined || alias.target === '.') return direct
  const aliased = decodeAll(await lookUp(alias.target, 'HTTPS', context))
  const services = aliased.records.filter(({ priority }) => priority > 0)
  // RFC 9460, 2.4.1: beside an alias, records in ServiceMode do not count.
  return {
    ...aliased,
    records: [alias, ...services],
    cnames: direct.cnames,
    ttlsS: [...direct.ttlsS, ...aliased.ttlsS],
  }
}

/** RFC 9460, 2.2: one malformed record spoils the whole set. */
function decodeAll(found: Found): Found<HttpsRecord> {
  const records: HttpsRecord[] = []
  for (const { type, data } of found.records) {
    if (type !== 'HTTPS') continue
    const record = decodeHttpsRecord(data)
    if (record === 'malformed')
      return { ...found, records: [], failure: 'dns_malformed', detail: 'HTTPS record' }
    if (record !== 'incompatible') records.push(record)
  }
  return { ...found, records: records.sort((one, other) => one.priority - other.priority) }
}

function judge(
  a: Found,
  aaaa: Found,
  https: Found<HttpsRecord>,
  { allows }: SurveyContext,
): AttemptOutcome<DnsResult> {
  const addresses = ({ records }: Found): string[] => {
    const texts = records.flatMap(({ type, data }) => (type === 'HTTPS' ? [] : data))
    return [...new Set(texts)].slice(0, MAX_ADDRESSES)
  }
  const found = [...addresses(a), ...addresses(aaaa)]
  const ttlsS = [...a.ttlsS, ...aaaa.ttlsS, ...https.ttlsS]
  const result: DnsResult = {
    a: addresses(a).filter(allows),
    aaaa: addresses(aaaa).filter(allows),
    refused: found.filter((address) => !allows(address)),
    cnames: a.cnames.length >= aaaa.cnames.length ? a.cnames : aaaa.cnames,
    https: https.records,
    ttlS: ttlsS.length === 0 ? null : Math.min(...ttlsS),
    failures: { a: a.failure, aaaa: aaaa.failure, https: https.failure },
  }
  // Half of an answer would be taken for the whole.
  const busy = [a, aaaa, https].find(({ failure }) => failure === 'client_busy')
  if (busy !== undefined) return fail('client_busy', busy.detail, result)
  if (result.a.length + result.aaaa.length > 0) return succeed(result)
  if (result.refused.length > 0) return fail('address_refused', result.refused.join(' '), result)
  const failed = [a, aaaa].find(({ failure }) => failure !== null)
  return failed?.failure == null
    ? fail('dns_no_address', null, result)
    : fail(failed.failure, failed.detail, result)
}

const ownerOf = (record: DnsRecord): string => record.name.toLowerCase()

function cnameOf(
  answers: readonly DnsRecord[],
  owner: string,
): { readonly target: string; readonly ttlS: number } | null {
  for (const record of answers) {
    if (record.type === 'CNAME' && ownerOf(record) === owner)
      return { target: record.data.toLowerCase(), ttlS: record.ttlS }
  }
  return null
}
