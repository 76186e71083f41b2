import { bytes, count, milliseconds } from '../../../figures/quantity.ts'
import type { Operation, SiteDetail } from '../../../server/contract/contract.ts'
import { h, type VNode } from '../../dom/h.ts'
import { numbers, scrolling, table, texts } from '../../dom/table.ts'
import { explainedCode } from '../controls/code-words.ts'
import { facts, known, minute } from '../controls/facts.ts'

/** Shows what the survey found out about a site, and by which operations. `asked`: the survey that the address names. */
export function surveySection({ survey }: SiteDetail, asked: string | null): VNode {
  if (survey === null) {
    return h(
      'section',
      h('h2', 'The survey'),
      h(
        'p.nothing',
        asked === null ? 'No finished survey has this site.' : `Survey ${asked} does not have this site.`,
      ),
    )
  }
  const { facts: found } = survey
  const spoken = (value: boolean | null, failure: string | null) =>
    failure === null ? known(value) : h('span', known(value), ' ', explainedCode(failure))
  return h(
    'section',
    h('h2', 'The survey'),
    facts([
      ['survey', `#${survey.surveyId}`],
      ['visited', minute(survey.visitedAt)],
      ['final origin', found.finalOrigin],
      ['status', found.status === null ? null : String(found.status)],
      ['reachable', spoken(found.reachable, found.failure)],
      ['HTTP/1.1', spoken(found.h1, found.h1Failure)],
      ['HTTP/2', spoken(found.h2, found.h2Failure)],
      ['HTTP/3', survey.h3Void ? 'void: the canary failed' : spoken(found.h3, found.h3Failure)],
      ['claims HTTP/3 by Alt-Svc', known(found.h3ClaimedAltSvc)],
      ['… by HTTPS record', known(found.h3ClaimedDns)],
      ['clear text', known(found.http)],
      ['redirects to HTTPS', known(found.httpRedirectsToHttps)],
      ['IPv6', known(found.ipv6)],
      ['HSTS', known(found.hsts)],
      ['key exchange', found.tlsGroup],
      ['TLS handshake', found.tlsRoundTrips === null ? null : count(found.tlsRoundTrips, 'round trip')],
      ['certificates', found.chainBytes === null ? null : bytes(found.chainBytes)],
      ['session tickets', known(found.resumption)],
      ['0-RTT over TCP', known(found.earlyData)],
      ['0-RTT over QUIC', known(found.h3EarlyData)],
      ['Retry over QUIC', known(found.h3Retry)],
      ['HTTPS record', known(found.httpsRecord)],
      ['ECH', known(found.ech)],
      ['Early Hints', known(found.earlyHints)],
      ['HTTP/2 stack', found.stack],
      ['HTTP/3 stack', found.h3Stack],
      ['certificate of', found.certOrganization],
      ['address', found.address],
    ]),
    operationTable(survey.operations),
  )
}

function operationTable(operations: readonly Operation[]): VNode {
  return h(
    'details.more',
    h('summary', `Its ${count(operations.length, 'network operation')}`),
    scrolling(
      'Network operations',
      table({
        caption: null,
        columns: [
          ...[...texts('operation'), ...numbers('hop'), ...texts('to'), ...numbers('start', 'took')],
          ...texts('failure', 'detail'),
        ],
        rows: operations.map((each) => [
          ...[each.operation, String(each.hop), place(each), milliseconds(each.startMs)],
          each.durationMs === null ? null : milliseconds(each.durationMs),
          each.failure === null ? null : explainedCode(each.failure),
          each.detail ?? '',
        ]),
      }),
    ),
  )
}

function place({ scheme, host, port, address, path }: Operation): string {
  const url = `${scheme === null ? '' : `${scheme}://`}${host}${port === null ? '' : `:${port}`}${path ?? ''}`
  return address === null ? url : `${url} (${address})`
}
