const HOSTILE =
  /bomb|endless|flood|big-headers|silent|stall|garbage|-a-byte-a-second|truncated|malformed|loop|chain|redirect-(?!without|secret|queries|long|scheme|to-)|private-|goaway|reset|closes?\b|close-|not-(?!yet)|no-answer|quic-(?!retry|cert)|interim-only|alt-svc-long|dns-(?!only|closed|record)|servfail|dropped/

/** Whether a site of the sandbox was made to exhaust, hang, mislead or crash whoever visits it, by its name. */
export const isHostile = (domain: string): boolean => HOSTILE.test(domain)
