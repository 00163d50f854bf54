import type { PlaygroundWords } from "../en/playground.js";

export const playground: PlaygroundWords = {
  language: "zh",
  what: "本页在浏览器中运行 Rostrum，无需服务器。对话只保存在此浏览器中。",
  model: "模型：",
  rehearsal: "内置排演（免费、离线，不使用语言模型）",
  changeModel: "更换",
  address: "兼容 OpenAI 的 API 地址",
  modelName: "模型名称",
  key: "API 密钥",
  keyStays:
    "地址和密钥只留在此标签页中，关闭标签页后即消失。本页只会把它们发送到该地址。该 API 必须接受来自网页的请求（CORS）。",
  useModel: "使用此模型",
  useRehearsal: "使用排演",
  write: "编写场景",
  writeHelp: "按 Ctrl-空格键查看建议；先按 Esc 再按 Tab 可离开编辑器。",
  edit: "编辑",
  editor: "场景（YAML）",
  run: "运行",
  running: "正在启动……",
  copyLink: "复制链接",
  shareScenario: "复制此场景的链接",
  shareTurn: (turn) => `复制此场景及第 ${turn} 次发言的链接`,
  shareHelp: "链接中包含场景。打开链接的人可以运行同一个场景。",
  damagedLink: "此链接不完整或已损坏，无法读出其中的场景。",
  problems: (count) => `${count} 个问题`,
  fine: "没有问题",
};
