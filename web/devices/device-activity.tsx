import type { CallOutput } from '@eupnea/contract/call.ts'
import { type Device, readDeviceActivity } from '@eupnea/contract/devices.ts'
import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useCall } from '../shared/api.ts'
import { Connection } from '../shared/connection.tsx'
import { Failed, Loading } from '../shared/states.tsx'
import { ageText, clockSecondsText, dateTimeText, decimalText, now } from '../shared/time.ts'
import { nameOf, reasonText, whereText } from './device-words.ts'

/** Fetched again while somebody installs it, ms. */
const everyMs = 3_000

interface DeviceActivityProps {
  readonly device: Device
  /** of its times */
  readonly zone: string
  readonly onClose: () => void
}

/** What a device has sent lately: whether it speaks, its newest readings, what could not be kept and why (DE-4). */
export function DeviceActivity({ device, zone, onClose }: DeviceActivityProps) {
  const query = useCall(
    readDeviceActivity,
    { device_uid: device.device_uid },
    {
      // With a resident each look is in the audit log: then only when asked for.
      refetchInterval: device.patient_id === null && everyMs,
    },
  )
  const { data, error } = query
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={`Activity of ${nameOf(device)}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {!data &&
        (error ? <Failed error={error} retry={() => void query.refetch()} /> : <Loading label="Fetching activity" />)}
      {data && <Activity activity={data} zone={zone} />}
    </Modal>
  )
}

type Answer = CallOutput<typeof readDeviceActivity>

function Activity({ activity, zone }: { readonly activity: Answer; readonly zone: string }) {
  const { device_uid, device_id, last_seen, fw_version, softap_ssid, target_ssid, readings, malformed } = activity
  return (
    <div className="device-form">
      <dl className="device-facts">
        <Fact name="Connection">
          <Connection device={activity} />
        </Fact>
        <Fact name="Last reading">{last_seen ? ageText(now() - Date.parse(last_seen)) : 'No reading yet'}</Fact>
        <Fact name="Identifier">{device_uid}</Fact>
        <Fact name="MQTT user name">{device_id}</Fact>
        <Fact name="Where">{whereText(activity)}</Fact>
        <Fact name="Firmware">{fw_version ?? '–'}</Fact>
        <Fact name="Own network">{softap_ssid ?? '–'}</Fact>
        <Fact name="Joins network">{target_ssid ?? '–'}</Fact>
      </dl>
      <section aria-label="Newest readings">
        <h3>Newest readings</h3>
        {readings.length === 0 ? (
          <p className="form-note">None yet{activity.patient_id !== null && ' since the resident lies under it'}.</p>
        ) : (
          <ul className="device-rows">
            {readings.map(({ ts, rr, dist }) => (
              <li key={ts}>
                <span className="tabular">{clockSecondsText(ts, zone)}</span>
                <span>
                  {decimalText(rr)} BrPM · {decimalText(dist)} m
                </span>
              </li>
            ))}
          </ul>
        )}
      </section>
      <section aria-label="Malformed messages">
        <h3>Malformed messages</h3>
        {malformed.length === 0 ? (
          <p className="form-note">None: everything that it sent could be kept.</p>
        ) : (
          <ul className="device-rows">
            {malformed.map(({ reason, count, last_at, sample }) => (
              <li key={reason}>
                <span>
                  <b>{reasonText(reason)}</b> · {count.toLocaleString('en-GB')}, the last {dateTimeText(last_at, zone)}
                </span>
                {sample && <code>{sample}</code>}
              </li>
            ))}
          </ul>
        )}
      </section>
    </div>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
