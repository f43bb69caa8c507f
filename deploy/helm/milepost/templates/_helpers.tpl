{{- define "milepost.name" -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}

{{- define "milepost.labels" -}}
app.kubernetes.io/name: milepost
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end -}}

{{- define "milepost.selector" -}}
app.kubernetes.io/name: milepost
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "milepost.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}

{{- define "milepost.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
seccompProfile:
  type: RuntimeDefault
{{- end -}}

{{- define "milepost.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end -}}

{{- define "milepost.environment" -}}
- name: MILEPOST_MODE
  value: production
- name: PUBLIC_URL
  value: {{ required "settings.PUBLIC_URL is required" .Values.settings.PUBLIC_URL | quote }}
{{- range $name, $value := omit .Values.settings "PUBLIC_URL" }}
{{- if $value }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end }}
{{- end -}}

{{- define "milepost.mounts" -}}
- name: data
  mountPath: /var/lib/milepost
- name: tmp
  mountPath: /tmp
{{- end -}}

{{- define "milepost.volumes" -}}
- name: data
  emptyDir:
    sizeLimit: {{ .Values.dataVolume.sizeLimit }}
- name: tmp
  emptyDir: {}
{{- end -}}
