import { isIP } from 'node:net'
import type { Answer } from 'dns-packet'
import type { FailureCode } from '../../../model/failure-codes.ts'
import type { DnsResult, HttpsRecord, OperationRow } from '../../../model/operation.ts'
import { LIMITS } from '../../network/limits.ts'
import type { SurveyContext } from '../operation/context.ts'
import { fail, type Outcome, recordRow, succeed } from '../operation/row.ts'
import { packetType, type QuestionType } from './dns-message.ts'
import { decodeHttpsRecord } from './https-record.ts'

/** More than any site has; a name server may send thousands. */
const MAX_ADDRESSES = 64

/**
 * Asks for A, AAAA and HTTPS at once, following CNAMEs also where the resolver has left that to us.
 *
 * The row fails where there is no address to connect to; what is known then stays in `result`. HTTPS failing alone is
 * told in `result.failures` only. A literal address in place of a name is its own answer, and nothing is asked.
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
    const [a, aaaa, https] = await Promise.all([
      lookUp(name, 'A', context),
      lookUp(name, 'AAAA', context),
      lookUpService(name, context),
    ])
    return judge(a, aaaa, https, context)
  })
}

/** What one question came to, at the end of the CNAME chain. */
interface Found {
  readonly records: readonly unknown[]
  readonly cnames: readonly string[]
  readonly ttlsS: readonly number[]
  readonly failure: FailureCode | null
  readonly detail: string | null
}

const NOTHING = { records: [], cnames: [], ttlsS: [], failure: null, detail: null } as const

const literalAnswer = (address: string, family: 4 | 6): Found =>
  isIP(address) === family ? { ...NOTHING, records: [address] } : NOTHING

async function lookUp(name: string, type: QuestionType, { resolver, signal }: SurveyContext): Promise<Found> {
  const chain = [name]
  const ttlsS: number[] = []
  for (;;) {
    const asked = chain.at(-1) as string
    const { answers, failure, detail } = await resolver.resolve(asked, type, signal)
    const cnames = () => chain.slice(1)
    if (failure !== null) return { ...NOTHING, cnames: cnames(), ttlsS, failure, detail }
    for (let alias = cnameOf(answers, asked); alias !== null; alias = cnameOf(answers, alias.target)) {
      if (chain.includes(alias.target) || chain.length > LIMITS.cnames) {
        return { ...NOTHING, cnames: cnames(), ttlsS, failure: 'dns_cname_loop', detail: alias.target }
      }
      chain.push(alias.target)
      ttlsS.push(alias.ttlS)
    }
    const owner = chain.at(-1) as string
    const records = answers.filter((each) => each.type === packetType(type) && ownerOf(each) === owner)
    // A CNAME without what it points to: the resolver has not followed it, or there is no record of this type.
    if (records.length === 0 && owner !== asked) continue
    ttlsS.push(...records.map(ttlOf))
    return { records: records.map(dataOf), cnames: cnames(), ttlsS, failure: null, detail: null }
  }
}

type ServiceFound = Omit<Found, 'records'> & { readonly records: readonly HttpsRecord[] }

/** HTTPS records; an alias (priority 0) is followed once. */
async function lookUpService(name: string, context: SurveyContext): Promise<ServiceFound> {
  const own = decodeAll(await lookUp(name, 'HTTPS', context))
  const alias = own.records.find(({ priority }) => priority === 0)
  if (alias === undefined || alias.target === '.') return own
  const there = decodeAll(await lookUp(alias.target, 'HTTPS', context))
  const services = there.records.filter(({ priority }) => priority > 0)
  // RFC 9460, 2.4.1: beside an alias, records in ServiceMode do not count.
  return {
    ...there,
    records: [alias, ...services],
    cnames: own.cnames,
    ttlsS: [...own.ttlsS, ...there.ttlsS],
  }
}

/** RFC 9460, 2.2: one malformed record spoils the whole set. */
function decodeAll(found: Found): ServiceFound {
  const records: HttpsRecord[] = []
  for (const data of found.records) {
    const record = decodeHttpsRecord(data as Uint8Array)
    if (record === 'malformed')
      return { ...found, records: [], failure: 'dns_malformed', detail: 'HTTPS record' }
    if (record !== 'incompatible') records.push(record)
  }
  return { ...found, records: records.sort((one, other) => one.priority - other.priority) }
}

function judge(a: Found, aaaa: Found, https: ServiceFound, { allows }: SurveyContext): Outcome<DnsResult> {
  const addresses = ({ records }: Found) => [...new Set(records as readonly string[])].slice(0, MAX_ADDRESSES)
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
  if (result.a.length + result.aaaa.length > 0) return succeed(result)
  if (result.refused.length > 0) return fail('address_refused', result.refused.join(' '), result)
  const failed = [a, aaaa].find(({ failure }) => failure !== null)
  return failed?.failure == null
    ? fail('dns_no_address', null, result)
    : fail(failed.failure, failed.detail, result)
}

const ownerOf = (answer: Answer): string => answer.name.toLowerCase()

const ttlOf = (answer: Answer): number => ('ttl' in answer ? (answer.ttl ?? 0) : 0)

const dataOf = (answer: Answer): unknown => ('data' in answer ? answer.data : null)

function cnameOf(answers: readonly Answer[], owner: string): { target: string; ttlS: number } | null {
  for (const answer of answers) {
    if (answer.type === 'CNAME' && ownerOf(answer) === owner) {
      return { target: answer.data.toLowerCase(), ttlS: ttlOf(answer) }
    }
  }
  return null
}
