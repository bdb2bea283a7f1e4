"""What is fetched once from the internet and kept: voices and models, by manifests that say what to expect."""
