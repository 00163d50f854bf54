/** Written by `npm run prices` from @pydantic/genai-prices, which Pydantic maintains under the MIT license. */
export const priceList = {
  date: "2026-09-23",
  source: "@pydantic/genai-prices 0.1.8",
  providers: {
    openai: `
0.029 0.14 - gpt-oss-20b
0.039 0.18 - gpt-oss-120b
0.05 0.4 0.005 gpt-5-nano
0.1 0.4 0.025 gpt-4.1-nano
0.1 0.5 0.01 gpt-6-luna
0.15 0.6 0.075 gpt-4o-mini gpt-4o-mini-search-preview
0.2 1.2 0.02 gpt-5.6-luna gpt-5-6-luna
0.2 1.25 0.02 gpt-5.4-nano gpt-5-4-nano
0.25 2 0.025 gpt-5-mini gpt-5.1-codex-mini gpt-5.1-mini gpt-5-1-codex-mini gpt-5-1-mini
0.4 1.6 0.1 gpt-4.1-mini
0.5 1.5 - gpt-3.5-turbo gpt-35-turbo
0.75 4.5 0.075 gpt-5.4-mini gpt-5-4-mini
1.1 4.4 0.275 o4-mini o4-mini-high
1.1 4.4 0.55 o1-mini o3-mini o3-mini-high
1.25 10 0.125 gpt-5 gpt-5-chat gpt-5-codex gpt-5.1 gpt-5.1-codex gpt-5.1-codex-max gpt-5.1-chat gpt-5-1 gpt-5-1-codex gpt-5-1-codex-max gpt-5-1-chat
1.5 6 0.375 codex-mini
1.75 14 0.175 gpt-5.2 gpt-5-2 gpt-5.2-chat gpt-5-2-chat gpt-5.2-codex gpt-5-2-codex gpt-5.3 gpt-5-3 gpt-5.3-chat gpt-5-3-chat gpt-5.3-codex gpt-5-3-codex
10 30 - gpt-4-turbo gpt-4-0125-preview gpt-4-1106-preview
10 50 1 gpt-6-astra
15 120 - gpt-5-pro
15 60 7.5 o1
150 600 - o1-pro
2 10 0.2 gpt-6-sol
2 12 0.2 gpt-5.6-terra gpt-5-6-terra
2 8 0.5 gpt-4.1 o3
2.5 10 - gpt-4o-search-preview
2.5 10 1.25 gpt-4o
2.5 15 0.25 gpt-5.4 gpt-5-4
20 80 - o3-pro
21 168 - gpt-5.2-pro gpt-5-2-pro-2025-12-11
30 180 - gpt-5.4-pro gpt-5-4-pro gpt-5.5-pro gpt-5-5-pro
30 60 - gpt-4
4 20 0.4 gpt-5.6-sol gpt-5-6-sol gpt-5.6 gpt-5-6
5 15 - gpt-4o-2024-05-13
5 30 0.5 gpt-5.5 gpt-5-5 gpt-5.5-chat gpt-5-5-chat gpt-5.5-codex gpt-5-5-codex gpt-chat-latest
75 150 37.5 gpt-4.5-preview`,
    anthropic: `
0.25 1.25 0.03 claude-3-haiku
0.8 4 0.08 claude-3-5-haiku claude-3.5-haiku
1 5 0.1 claude-haiku-4-5 claude-haiku-4.5 claude-4-5-haiku claude-4.5-haiku
10 50 0.25 claude-fable-5-1
10 50 1 claude-fable-5
15 75 1.5 claude-3-opus claude-opus-4-0 claude-4-opus claude-opus-4 claude-opus-4-1 claude-opus-4.1
2 10 0.2 claude-sonnet-5 claude-sonnet-5.0 claude-5-sonnet claude-5.0-sonnet
3 15 0.3 claude-3-5-sonnet claude-3.5-sonnet claude-3-7-sonnet claude-3.7-sonnet claude-sonnet-3.7 claude-sonnet-3-7 claude-3-sonnet claude-sonnet-4-0 claude-sonnet-4 claude-4-sonnet claude-sonnet-4-5 claude-sonnet-4.5 claude-sonnet-4-6 claude-sonnet-4.6
4 20 0.2 claude-opus-5-5 claude-opus-5.5 claude-5-5-opus claude-5.5-opus
5 25 0.5 claude-opus-4-5 claude-opus-4.5 claude-4-5-opus claude-4.5-opus claude-opus-4-6 claude-opus-4.6 claude-4-6-opus claude-4.6-opus claude-opus-4-7 claude-opus-4.7 claude-4-7-opus claude-4.7-opus claude-opus-4-8 claude-opus-4.8 claude-4-8-opus claude-4.8-opus claude-opus-5 claude-opus-5.0 claude-5-opus claude-5.0-opus`,
    google: `
0.075 0.3 - gemini-2.0-flash-lite
0.1 0.4 0.01 gemini-2.5-flash-lite
0.1 0.4 0.025 gemini-2.0-flash
0.15 0.6 - gemini-2.5-flash-preview
0.15 0.6 0.015 gemma-4-26b-a4b-it-maas
0.25 1.25 0.03 claude-3-haiku
0.25 1.5 0.025 gemini-3.1-flash-lite
0.3 2.5 0.03 gemini-2.5-flash gemini-2.5-flash-preview-09-2025 gemini-3.5-flash-lite
0.5 3 0.05 gemini-3-flash-preview
0.75 3.75 0.075 gemini-3.6-flash gemini-3.7-flash gemini-3.8-flash
0.8 4 0.08 claude-3-5-haiku
1.25 10 0.125 gemini-2.5-pro
1.5 9 0.15 gemini-3.5-flash
10 50 0.25 claude-fable-5-1
10 50 1 claude-fable-5
15 75 1.5 claude-3-opus claude-4-opus claude-opus-4
2 12 0.2 gemini-3-pro-preview gemini-3-pro-text-preview gemini-3.1-pro-preview
3 15 0.3 claude-3-5-sonnet claude-3-7-sonnet claude-4-sonnet claude-sonnet-4 claude-sonnet-4-5 claude-sonnet-4-6
4 20 0.2 claude-opus-5-5
5 25 0.5 claude-opus-4-6 claude-opus-4-7 claude-opus-4-8 claude-opus-5`,
    mistralai: `
0.04 0.04 - ministral-3b
0.05 0.08 - mistral-small-24b-instruct-2501
0.075 0.2 - mistral-small-3.2-24b-instruct
0.1 0.1 - ministral-8b
0.1 0.1 0.01 ministral-3b-2512
0.1 0.3 - devstral-small labs-devstral-small-2512 mistral-small-latest
0.15 0.15 - mistral-nemo open-mistral-nemo pixtral-12b
0.15 0.15 0.015 ministral-8b-2512 ministral-8b-latest
0.15 0.6 0.015 mistral-small-2603
0.2 0.2 0.02 ministral-14b-2512
0.2 0.6 - mistral-saba
0.25 0.25 - mistral-7b open-mistral-7b mistral-tiny
0.3 0.9 - codestral
0.3 0.9 0.03 codestral-2508
0.351 0.555 - mistral-small-3.1-24b-instruct
0.4 2 0.04 devstral-2512 mistral-medium-3-1 mistral-medium
0.5 1.5 - magistral-small
0.5 1.5 0.05 mistral-large-2512
0.7 0.7 - mixtral-8x7b open-mixtral-8x7b
0.9 0.9 - mixtral-8x22b-instruct
1.5 7.5 0.15 mistral-medium-3-5 mistral-medium-3.5 mistral-medium-3 mistral-medium-latest
2 5 - magistral-medium
2 6 - mistral-large pixtral-large
2.7 8.1 - mistral-medium-2312`,
    groq: `
0.05 0.08 - llama-3.1-8b-instant
0.075 0.3 0.0375 openai/gpt-oss-20b
0.11 0.34 - meta-llama/llama-4-scout-17b-16e-instruct
0.15 0.6 0.075 openai/gpt-oss-120b
0.2 0.6 - meta-llama/llama-4-maverick-17b-128e-instruct
0.24 0.24 - mixtral-8x7b-32768
0.29 0.59 - qwen/qwen3-32b
0.59 0.79 - llama-3.3-70b-versatile
0.75 0.99 - deepseek-r1-distill-llama-70b
0.79 0.79 - mistral-saba-24b
1 3 0.5 moonshotai/kimi-k2-instruct`,
    bedrock: `
0.035 0.14 0.00875 amazon.nova-micro-v1:0
0.04 0.08 - google.gemma-3-4b-it
0.06 0.23 - nvidia.nemotron-nano-9b-v2:0
0.06 0.24 - nvidia.nemotron-nano-3-30b:0
0.06 0.24 0.015 amazon.nova-lite-v1:0
0.07 0.3 - openai.gpt-oss-20b-1:0
0.09 0.29 - google.gemma-3-12b-it
0.1 0.1 - meta.llama3-2-1b-instruct-v1:0 mistral.ministral-3-3b-instruct
0.15 0.15 - meta.llama3-2-3b-instruct-v1:0 mistral.ministral-3-8b-instruct
0.15 0.2 - mistral.mistral-7b-instruct-v0:2
0.15 0.6 - openai.gpt-oss-120b-1:0 qwen.qwen3-32b-v1:0 qwen.qwen3-coder-30b-a3b-v1:0
0.15 0.65 - nvidia.nemotron-super-3-120b:0
0.16 0.16 - meta.llama3-2-11b-instruct-v1:0
0.17 0.66 - meta.llama4-scout-17b-instruct-v1:0
0.2 0.2 - mistral.ministral-3-14b-instruct
0.2 1.2 0.02 global.openai.gpt-5.6-luna
0.22 0.22 - meta.llama3-1-8b-instruct-v1:0
0.22 1.32 0.022 openai.gpt-5.6-luna gpt-5.6-luna
0.23 0.38 - google.gemma-3-27b-it
0.24 0.97 - meta.llama4-maverick-17b-instruct-v1:0
0.25 1.25 - anthropic.claude-3-haiku-20240307-v1:0
0.3 0.6 - meta.llama3-8b-instruct-v1:0
0.3 2.5 0.075 global.amazon.nova-2-lite-v1:0
0.33 2.75 0.0825 amazon.nova-2-lite-v1:0
0.4 2 - mistral.devstral-2-123b
0.45 0.7 - mistral.mixtral-8x7b-instruct-v0:1
0.45 1.8 - qwen.qwen3-coder-480b-a35b-v1:0
0.5 1.5 - mistral.magistral-small-2509 mistral.mistral-large-3-675b-instruct
0.53 2.66 - qwen.qwen3-vl-235b-a22b-v1:0
0.6 6 - writer.palmyra-x5-v1:0
0.72 0.72 - meta.llama3-1-70b-instruct-v1:0 meta.llama3-2-90b-instruct-v1:0 meta.llama3-3-70b-instruct-v1:0
0.8 3.2 0.2 amazon.nova-pro-v1:0
0.8 4 0.08 anthropic.claude-3-5-haiku-20241022-v1:0
1 3 - mistral.mistral-small-2402-v1:0
1 5 0.1 global.anthropic.claude-haiku-4-5-20251001-v1:0
1.1 5.5 0.11 anthropic.claude-haiku-4-5-20251001 claude-haiku-4-5-20251001
1.35 5.4 - deepseek.r1-v1:0
10 50 0.25 global.anthropic.claude-fable-5-1-v1:0
10 50 1 global.anthropic.claude-fable-5-v1:0
11 55 0.275 anthropic.claude-fable-5-1 claude-fable-5-1 anthropic.claude-fable-5-1-v1 claude-fable-5-1-v1
11 55 1.1 anthropic.claude-fable-5 claude-fable-5 anthropic.claude-fable-5-v1 claude-fable-5-v1
15 75 - anthropic.claude-3-opus-20240229-v1:0
15 75 1.5 anthropic.claude-opus-4-1-20250805 claude-opus-4-1-20250805 anthropic.claude-opus-4-20250514 claude-opus-4-20250514
2 10 0.2 global.anthropic.claude-sonnet-5-v1:0
2 12 0.2 global.openai.gpt-5.6-terra
2 6 - mistral.pixtral-large-2502-v1:0
2.2 11 0.22 anthropic.claude-sonnet-5 claude-sonnet-5
2.2 13.2 0.22 openai.gpt-5.6-terra gpt-5.6-terra
2.5 10 - writer.palmyra-x4-v1:0
2.5 12.5 0.625 amazon.nova-premier-v1:0
2.65 3.5 - meta.llama3-70b-instruct-v1:0
2.75 16.5 0.275 openai.gpt-5.4
3 15 0.3 global.anthropic.claude-sonnet-4-5-20250929-v1:0 global.anthropic.claude-sonnet-4-6-v1:0 anthropic.claude-3-5-sonnet-20240620-v1:0 anthropic.claude-3-5-sonnet-20241022-v2:0 anthropic.claude-3-7-sonnet-20250219-v1:0 anthropic.claude-3-sonnet-20240229-v1:0 anthropic.claude-sonnet-4-20250514 claude-sonnet-4-20250514
3.3 16.5 0.33 anthropic.claude-sonnet-4-5-20250929 claude-sonnet-4-5-20250929 anthropic.claude-sonnet-4-6 claude-sonnet-4-6
4 12 - mistral.mistral-large-2402-v1:0
4 20 0.2 global.anthropic.claude-opus-5-5
4 20 0.4 global.openai.gpt-5.6-sol
4.4 22 0.22 anthropic.claude-opus-5-5 claude-opus-5-5 anthropic.claude-opus-5-5-v1 claude-opus-5-5-v1
4.4 22 0.44 openai.gpt-5.6-sol gpt-5.6-sol
5 25 0.5 global.anthropic.claude-opus-4-5-v1:0 global.anthropic.claude-opus-4-6-v1:0 global.anthropic.claude-opus-4-7-v1:0 global.anthropic.claude-opus-4-8-v1:0 global.anthropic.claude-opus-5
5.5 27.5 0.55 anthropic.claude-opus-4-5 claude-opus-4-5 anthropic.claude-opus-4-6 claude-opus-4-6 anthropic.claude-opus-4-7 claude-opus-4-7 anthropic.claude-opus-4-8 claude-opus-4-8 anthropic.claude-opus-5 claude-opus-5 anthropic.claude-opus-5-v1 claude-opus-5-v1
5.5 33 0.55 openai.gpt-5.5`,
    deepseek: `
0.2288 0.3432 - deepseek-v3.2
0.27 0.41 - deepseek-v3.2-exp
0.27 0.95 0.13 deepseek-v3.1-terminus
0.27 1.1 0.07 deepseek-chat deepseek-chat-v3-0324
0.44 1.32 0.014 deepseek-v4-flash
0.55 2.19 0.14 deepseek-reasoner deepseek-r1
1.32 3.96 0.044 deepseek-v4-pro`,
    xai: `
0.2 0.5 0.05 grok-4-1-fast-non-reasoning grok-4-1-fast-reasoning grok-4-1-fast grok-4-fast-non-reasoning grok-4-fast-reasoning grok-4-fast
0.2 1.5 0.02 grok-code-fast-1 grok-code-fast
0.3 0.5 0.075 grok-3-mini grok-3-mini-beta
0.6 4 0.15 grok-3-mini-fast grok-3-mini-fast-beta
1 2 0.2 grok-build-0.1
1.25 2.5 0.2 grok-4.20 grok-4.3
2 10 - grok-2
2 6 0.2 grok-4.20-multi-agent
2 6 0.3 grok-4.5 grok-latest
2 6 0.5 grok-4.6
3 15 0.75 grok-3 grok-3-beta grok-4
5 25 1.25 grok-3-fast grok-3-fast-beta`,
    cohere: `
0.0375 0.15 - command-r7b command-r7b-12-2024
0.15 0.6 - command-r command-r-08-2024
0.5 1.5 - c4ai-aya-expanse-32b c4ai-aya-expanse-8b
1 2 - command
2.5 10 - command-a command-a-03-2025 command-r-plus command-r-plus-08-2024`,
    cerebras: `
0.1 0.1 - llama3.1-8b cerebras/llama3.1-8b cerebras:llama3.1-8b
0.35 0.75 - gpt-oss-120b cerebras/gpt-oss-120b cerebras:gpt-oss-120b
0.4 0.8 - qwen-3-32b cerebras/qwen-3-32b cerebras:qwen-3-32b
0.85 1.2 - llama-3.3-70b cerebras/llama-3.3-70b cerebras:llama-3.3-70b
0.99 1.49 - gemma-4-31b cerebras/gemma-4-31b cerebras:gemma-4-31b
2.25 2.75 - zai-glm-4.7 cerebras/zai-glm-4.7 cerebras:zai-glm-4.7`,
    fireworks: `
0.07 0.3 0.035 accounts/fireworks/models/gpt-oss-20b
0.1 0.1 - accounts/fireworks/models/gemma-3-27b-it
0.14 0.28 0.028 accounts/fireworks/models/deepseek-v4-flash
0.15 0.6 0.014 accounts/fireworks/models/gpt-oss-120b
0.2 0.2 - accounts/fireworks/models/llama-v3p1-8b-instruct
0.22 0.88 - accounts/fireworks/models/llama4-maverick-instruct-basic accounts/fireworks/models/qwen3-235b-a22b
0.3 1.2 - accounts/fireworks/models/minimax-m2p1
0.3 1.2 0.06 accounts/fireworks/models/minimax-m2p7 accounts/fireworks/models/minimax-m3
0.4 1.6 0.08 accounts/fireworks/models/qwen3p7-plus
0.5 3 0.1 accounts/fireworks/models/qwen3p6-plus
0.56 1.68 0.28 accounts/fireworks/models/deepseek-v3p2
0.6 2.2 - accounts/fireworks/models/glm-4p7
0.6 2.4 0.12 accounts/fireworks/models/nemotron-3-ultra-nvfp4
0.6 3 0.1 accounts/fireworks/models/kimi-k2p5
0.9 0.9 - accounts/fireworks/models/deepseek-v3-0324 accounts/fireworks/models/qwen2p5-vl-72b-instruct
0.95 4 0.16 accounts/fireworks/models/kimi-k2p6
0.95 4 0.19 accounts/fireworks/models/kimi-k2p7-code
1 4.05 0.17 accounts/fireworks/models/inkling
1.4 4.4 0.14 accounts/fireworks/models/glm-5p2
1.4 4.4 0.26 accounts/fireworks/models/glm-5p1
1.74 3.48 0.145 accounts/fireworks/models/deepseek-v4-pro
1.9 8 0.38 accounts/fireworks/routers/kimi-k2p7-code-fast
2 8 0.3 accounts/fireworks/routers/kimi-k2p6-fast
2.1 6.6 0.21 accounts/fireworks/routers/glm-5p2-fast accounts/fireworks/routers/glm-5p2-fast-us
2.8 8.8 0.52 accounts/fireworks/routers/glm-5p1-fast
3 15 0.3 accounts/fireworks/models/kimi-k3
3 8 - accounts/fireworks/models/deepseek-r1-0528
3.3 16.5 0.33 accounts/fireworks/routers/kimi-k3-us
4.5 22.5 0.45 accounts/fireworks/routers/kimi-k3-fast`,
    perplexity: `
1 1 - sonar
1 5 - sonar-reasoning
2 8 - r1-1776 sonar-reasoning-pro
3 15 - sonar-pro sonar-pro-search`,
  },
};
