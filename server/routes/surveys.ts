import { surveySitePage } from '../../db/survey/survey-site-pages.ts'
import { listSurveys, type SurveyRow, surveyById } from '../../db/survey/surveys.ts'
import { withRank } from '../../model/site-rank.ts'
import type { Answer, Request } from '../contract/contract.ts'
import { csvTable } from '../http/csv.ts'
import { requireFound } from '../http/problem.ts'
import type { Context } from '../request/context.ts'
import type { Reply, ToCsv } from '../request/handler.ts'
import { surveyAnswer } from '../survey/survey-answer.ts'

export async function surveys({ db }: Context): Promise<Reply<'surveys'>> {
  return { answer: { surveys: (await listSurveys(db)).map(surveyAnswer) } }
}

/** @throws Problem `not_found` */
export async function findSurvey({ db }: Context, id: number): Promise<SurveyRow> {
  return requireFound(await surveyById(db, id), 'survey')
}

export async function survey(context: Context, { params }: Request<'survey'>): Promise<Reply<'survey'>> {
  return { answer: surveyAnswer(await findSurvey(context, params.id)) }
}

export async function surveySites(
  context: Context,
  { params, query }: Request<'surveySites'>,
): Promise<Reply<'surveySites'>> {
  const { id, vantage } = await findSurvey(context, params.id)
  const { q, sort, order, protocol, cdn, page = 1, pageSize } = query
  const { total, rows } = await surveySitePage(context.db, id, {
    q: q?.toLowerCase(),
    speaks: protocol,
    cdn: cdn?.toLowerCase() === 'none' ? null : cdn?.toLowerCase(),
    sort,
    descending: order === 'desc',
    limit: pageSize,
    offset: (page - 1) * pageSize,
  })
  return { answer: { surveyId: id, vantage, total, page, pageSize, rows: rows.map(withRank) } }
}

type Row = Answer<'surveySites'>['rows'][number]

export const surveySitesCsv: ToCsv<'surveySites'> = ({ surveyId, vantage, rows }) =>
  csvTable<Row>(rows, {
    rank: (row) => row.rank,
    rank_magnitude: (row) => row.rankMagnitude,
    domain: (row) => row.domain,
    survey_id: () => surveyId,
    vantage: () => vantage,
    reachable: (row) => row.reachable,
    failure: (row) => row.failure,
    final_origin: (row) => row.finalOrigin,
    redirects: (row) => row.redirects,
    status: (row) => row.status,
    http: (row) => row.http,
    http_redirects_to_https: (row) => row.httpRedirectsToHttps,
    h1: (row) => row.h1,
    h2: (row) => row.h2,
    h3: (row) => row.h3,
    h3_handshake: (row) => row.h3Handshake,
    h3_claimed_alt_svc: (row) => row.h3ClaimedAltSvc,
    h3_claimed_dns: (row) => row.h3ClaimedDns,
    h1_failure: (row) => row.h1Failure,
    h2_failure: (row) => row.h2Failure,
    h3_failure: (row) => row.h3Failure,
    ipv4: (row) => row.ipv4,
    ipv6: (row) => row.ipv6,
    address: (row) => row.address,
    rtt_ms: (row) => row.rttMs,
    tls_version: (row) => row.tlsVersion,
    tls_group: (row) => row.tlsGroup,
    cert_organization: (row) => row.certOrganization,
    cert_fingerprint: (row) => row.certFingerprint,
    hsts: (row) => row.hsts,
    server: (row) => row.server,
    cdn: (row) => row.cdn,
    cdn_evidence: (row) => row.cdnEvidence,
    body_bytes: (row) => row.bodyBytes,
    h1_note: (row) => row.h1Note,
    h2_evidence: (row) => row.h2Evidence,
  })
