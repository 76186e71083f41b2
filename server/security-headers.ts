import type { RequestHandler } from 'express'
import helmet from 'helmet'

/** Headers of every answer; the policy is SAFETY ING-11: nothing inline, nothing from elsewhere. */
export function securityHeaders(): RequestHandler {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        connectSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'none'"],
        frameAncestors: ["'none'"],
        requireTrustedTypesFor: ["'script'"],
      },
    },
    xFrameOptions: { action: 'deny' },
    // The data is public: other sites may embed what they may read.
    crossOriginResourcePolicy: { policy: 'cross-origin' },
  })
}
