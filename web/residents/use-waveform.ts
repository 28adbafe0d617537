import { useEffect, useState } from 'react'
import { connectPatient, type LiveConnection, liveStore, useConnection, useDevice } from '../shared/live/index.ts'
import { now, useNow } from '../shared/time.ts'
import { Waveform } from './waveform.ts'
import { type WaveformState, waveformStateOf } from './waveform-state.ts'

interface LiveWaveform {
  readonly state: WaveformState
  /** null until it is connected */
  readonly waveform: Waveform | null
}

/** The patient connection with its waveform, for as long as the waveform is shown (LI-8). */
export function useWaveform(clinic_id: string, patient_id: string, device_id: string): LiveWaveform {
  const [open, setOpen] = useState<{ connection: LiveConnection; waveform: Waveform } | null>(null)

  useEffect(() => {
    const waveform = new Waveform()
    const stop = liveStore.on('waveform', (message) => {
      if (message.device_id === device_id) waveform.receive(message, now())
    })
    const connection = connectPatient({ clinic_id, patient_id, device_id })
    setOpen({ connection, waveform })
    return () => {
      stop()
      connection.close()
      setOpen(null)
    }
  }, [clinic_id, patient_id, device_id])

  const connection = useConnection(open?.connection ?? null)
  const isOnline = useDevice(device_id)?.status !== 0
  const at = useNow()
  return {
    state: waveformStateOf(connection, isOnline, open?.waveform.lastChunkAt ?? null, at),
    waveform: open?.waveform ?? null,
  }
}
