import { m } from '@eupnea/texts'
import { browserZone } from './form/local-time.ts'
import './table/admin-page.css'

/** For pages without a single clinic, whose clock people would otherwise read. */
export const BrowserZoneNote = () => <p className="admin-note">{m.common_zone_note({ zone: browserZone() })}</p>
