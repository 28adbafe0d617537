/** Country calling codes (ITU-T E.164), so that a number is chosen and kept as code followed by number (US-4). */

const codes =
  `AD376 AE971 AF93 AG1268 AI1264 AL355 AM374 AO244 AR54 AS1684 AT43 AU61 AW297 AZ994 BA387 BB1246 BD880 BE32
BF226 BG359 BH973 BI257 BJ229 BM1441 BN673 BO591 BR55 BS1242 BT975 BW267 BY375 BZ501 CA1 CD243 CF236 CG242 CH41 CI225
CK682 CL56 CM237 CN86 CO57 CR506 CU53 CV238 CW599 CY357 CZ420 DE49 DJ253 DK45 DM1767 DO1809 DZ213 EC593 EE372 EG20 ER291
ES34 ET251 FI358 FJ679 FK500 FM691 FO298 FR33 GA241 GB44 GD1473 GE995 GF594 GH233 GI350 GL299 GM220 GN224 GP590 GQ240
GR30 GT502 GU1671 GW245 GY592 HK852 HN504 HR385 HT509 HU36 ID62 IE353 IL972 IN91 IQ964 IR98 IS354 IT39 JM1876 JO962 JP81
KE254 KG996 KH855 KI686 KM269 KN1869 KP850 KR82 KW965 KY1345 KZ77 LA856 LB961 LC1758 LI423 LK94 LR231 LS266 LT370 LU352
LV371 LY218 MA212 MC377 MD373 ME382 MG261 MH692 MK389 ML223 MM95 MN976 MO853 MP1670 MQ596 MR222 MS1664 MT356 MU230 MV960
MW265 MX52 MY60 MZ258 NA264 NC687 NE227 NG234 NI505 NL31 NO47 NP977 NR674 NZ64 OM968 PA507 PE51 PF689 PG675 PH63 PK92
PL48 PM508 PR1787 PS970 PT351 PW680 PY595 QA974 RE262 RO40 RS381 RU7 RW250 SA966 SB677 SC248 SD249 SE46 SG65 SI386 SK421
SL232 SM378 SN221 SO252 SR597 SS211 ST239 SV503 SX1721 SY963 SZ268 TC1649 TD235 TG228 TH66 TJ992 TL670 TM993 TN216 TO676
TR90 TT1868 TV688 TW886 TZ255 UA380 UG256 US1 UY598 UZ998 VC1784 VE58 VG1284 VI1340 VN84 VU678 WF681 WS685 XK383 YE967
ZA27 ZM260 ZW263`
    .split(/\s+/)
    .map((entry) => ({ country: entry.slice(0, 2), code: entry.slice(2) }))

const codeOf = new Map(codes.map(({ country, code }) => [country, code]))

/** Of several countries with one code, the one that a number is shown under. */
const first = new Map([...codes].reverse().map(({ country, code }) => [code, country]))
first.set('1', 'US')

const names = new Intl.DisplayNames('en-GB', { type: 'region' })

/** For a list to choose from, by name: `+44 United Kingdom`. */
export const countryOptions = codes
  .map(({ country, code }) => ({ country, code, name: names.of(country) ?? country }))
  .sort((a, b) => a.name.localeCompare(b.name, 'en-GB'))
  .map(({ country, code, name }) => ({ value: country, label: `+${code} ${name}` }))

/** Where a leading zero belongs to the number. */
const keepsZero = new Set(['IT', 'KZ', 'SM'])

/**
 * `GB`, `07700 900123` → `+447700900123`. Signs between digits do not count, nor does the zero that is dialled at home.
 * A number that starts with + or 00 is taken as it is.
 * @returns '' when no number was typed, its digits alone without a country
 */
export function contactOf(country: string, number: string): string {
  const digits = number.replaceAll(/\D/g, '')
  if (digits === '') return ''
  if (/^\s*(\+|00)/.test(number)) return `+${digits.replace(/^00/, '')}`
  const code = codeOf.get(country)
  if (!code) return digits
  return `+${code}${keepsZero.has(country) ? digits : digits.replace(/^0+/, '')}`
}

/** Whether it says the country; otherwise it is no contact yet. */
export const hasCode = (contact: string): boolean => contact.startsWith('+')

/** `+447700900123` → `GB`, `7700900123`; an unknown code stays in the number. Joined again, it is the same contact. */
export function splitContact(contact: string | null): { country: string; number: string } {
  if (!contact) return { country: '', number: '' }
  const digits = contact.replace(/^\+/, '')
  for (let length = 4; length > 0; length--) {
    const country = first.get(digits.slice(0, length))
    const number = digits.slice(length)
    if (country && contactOf(country, number) === contact) return { country, number }
  }
  return { country: '', number: contact }
}

/** The country of this browser, as a first suggestion; '' when it is not known. */
export function homeCountry(languages: readonly string[]): string {
  for (const language of languages) {
    const region = /^[a-z]{2,3}(?:-[A-Z][a-z]{3})?-([A-Z]{2})$/.exec(language)?.[1]
    if (region && codeOf.has(region)) return region
  }
  return ''
}
