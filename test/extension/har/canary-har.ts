/** Every text of it is a word of its own, that nothing else on this machine says. */
export interface CanaryHar {
  readonly text: string
  readonly canaries: readonly string[]
}

/**
 * A HAR whose every string is a distinct canary (safety.md P1), but for the few that decide whether it can become a record:
 * the address, protocol, dates, media types, and the browser’s version, which stands amid canaries.
 */
export function canaryHar({ domain, day }: { readonly domain: string; readonly day: string }): CanaryHar {
  const canaries: string[] = []
  const canary = (what: string): string => {
    const word = `canary-${what}-${crypto.randomUUID().slice(0, 8)}`
    canaries.push(word)
    return word
  }
  const pair = (what: string) => ({
    name: canary(`${what}-name`),
    value: canary(`${what}-value`),
    comment: canary(what),
  })
  const entry = (url: string, mimeType: string, ms: number) => ({
    pageref: page,
    startedDateTime: `${day}T00:00:00.${String(ms).padStart(3, '0')}Z`,
    time: 332,
    request: {
      method: canary('method'),
      url,
      httpVersion: canary('request-version'),
      cookies: [{ ...pair('cookie'), domain: canary('cookie-domain'), path: canary('cookie-path') }],
      headers: [
        pair('header'),
        { name: 'User-Agent', value: `${canary('agent')} Chrome/156.0.0.0 ${canary('agent-end')}` },
        { name: 'Referer', value: canary('referer') },
        { name: 'Authorization', value: canary('authorization') },
      ],
      queryString: [pair('query')],
      postData: {
        mimeType: canary('post-type'),
        text: canary('post'),
        params: [{ ...pair('field'), fileName: canary('file') }],
      },
      headersSize: -1,
      bodySize: 10,
      comment: canary('request'),
    },
    response: {
      status: 200,
      statusText: canary('status'),
      httpVersion: 'h2',
      cookies: [pair('set-cookie')],
      headers: [pair('response-header'), { name: 'Set-Cookie', value: canary('session') }],
      content: {
        size: 10,
        mimeType: `${mimeType}; ${canary('charset')}`,
        text: canary('body'),
        encoding: canary('encoding'),
      },
      redirectURL: canary('redirect'),
      headersSize: -1,
      bodySize: 10,
      _error: canary('error'),
      _transferSize: 500,
    },
    cache: { comment: canary('cache') },
    timings: {
      blocked: 2,
      dns: 20,
      connect: 160,
      ssl: 100,
      send: 1,
      wait: 119,
      receive: 30,
      comment: canary('timings'),
    },
    serverIPAddress: canary('address'),
    connection: canary('connection'),
    comment: canary('entry'),
    _initiator: { url: canary('initiator'), stack: { callFrames: [{ functionName: canary('function') }] } },
    _webSocketMessages: [{ type: 'send', data: canary('frame') }],
    _priority: canary('priority'),
    [canary('own-field')]: canary('own-value'),
  })
  const page = canary('page')
  const har = {
    log: {
      version: '1.2',
      creator: {
        name: canary('creator'),
        version: canary('creator-version'),
        comment: canary('creator-comment'),
      },
      pages: [
        {
          startedDateTime: `${day}T00:00:00.000Z`,
          id: page,
          title: canary('title'),
          pageTimings: { onContentLoad: 500, onLoad: 813, comment: canary('page-timings') },
          comment: canary('page-comment'),
          [canary('page-field')]: canary('page-value'),
        },
      ],
      entries: [
        entry(`https://www.${domain}/#${canary('fragment')}`, 'text/html', 0),
        entry(
          `https://${canary('user')}:${canary('password')}@${canary('host')}.test/${canary('path')}?${canary('search')}=${canary('token')}`,
          'image/png',
          40,
        ),
      ],
      comment: canary('log'),
    },
  }
  return { text: JSON.stringify(har), canaries }
}

/** Canaries that stand in a text or in bytes, whole or without their case. */
export function foundIn(content: string | Uint8Array, canaries: readonly string[]): string[] {
  const text = (typeof content === 'string' ? content : Buffer.from(content).toString('latin1')).toLowerCase()
  // The random part alone is distinguished from anything else as well.
  return canaries.filter((canary) => text.includes(canary) || text.includes(canary.slice(-8)))
}
