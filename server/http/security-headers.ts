import { type RequestHandler, Router } from 'express'
import helmet from 'helmet'

/** Headers of every answer; the policy is safety.md ING-11: nothing inline, nothing from elsewhere. */
export function securityHeaders(): RequestHandler {
  return Router().use(policy(), (request, response, next) => {
    // Only a proxy in front of us speaks TLS; whoever is asked without one has none to insist on (safety.md ING-17).
    if (request.secure) response.set('Strict-Transport-Security', 'max-age=31536000')
    next()
  })
}

/** Serves pages that other sites may put into a frame: the same policy but for that. */
export function allowFraming(): RequestHandler {
  const { contentSecurityPolicy } = helmet
  return Router().use(contentSecurityPolicy(contentPolicy('*')), (_request, response, next) => {
    // Older than frame-ancestors, and without a word for "everybody".
    response.removeHeader('X-Frame-Options')
    next()
  })
}

function contentPolicy(frameAncestors: "'none'" | '*') {
  return {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", 'data:'],
      connectSrc: ["'self'"],
      baseUri: ["'none'"],
      formAction: ["'none'"],
      frameAncestors: [frameAncestors],
      requireTrustedTypesFor: ["'script'"],
    },
  }
}

function policy(): RequestHandler {
  return helmet({
    strictTransportSecurity: false,
    contentSecurityPolicy: contentPolicy("'none'"),
    xFrameOptions: { action: 'deny' },
    // The data is public: other sites may embed what they may read.
    crossOriginResourcePolicy: { policy: 'cross-origin' },
  })
}
